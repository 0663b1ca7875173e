package dev.loomweight.render;

import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reports written by hand, each for what can go wrong with it, and some that commands made. Their names are those of the golden files. */
final class Reports {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00.123Z");

    private Reports() {}

    /** All of them, by name. */
    static Map<String, Report> all() {
        Map<String, Report> all = new LinkedHashMap<>();
        all.put("side-by-side", sideBySide());
        all.put("cells", cells());
        all.put("no-rows", noRows());
        all.put("one-row", oneRow());
        all.put("wide-characters", wideCharacters());
        all.put("long-names", longNames());
        all.put("hostile", hostile());
        all.put("pins", pins());
        all.put("series", series());
        all.put("variation", variation());
        all.put("many-numbers", manyNumbers());
        all.put("places", places());
        all.put("check", CommandReports.check());
        all.put("diff-pins", CommandReports.diffOfPins());
        all.put("diff-memory", CommandReports.diffOfMemory());
        return all;
    }

    /** What a newcomer sees first. */
    static Report sideBySide() {
        Table weights = new Table(
                "weights",
                "What 4,000 sleeping threads weigh",
                List.of(
                        Column.of("metric", "metric"),
                        Column.of("platform", "platform"),
                        Column.of("virtual", "virtual")),
                List.of(
                        Row.of(Cell.text("threads asked for"), Cell.count(4000), Cell.count(4000)),
                        row(Role.GROUP, "stacks", Cell.text(""), Cell.text("")),
                        row(Role.PLAIN, "reserved", Cell.bytes(4_198_400_000L), Cell.bytes(0)),
                        row(Role.PLAIN, "NMT committed", Cell.bytes(154_140_672), Cell.bytes(2_202_009)),
                        row(Role.PART, "guard pages in it", Cell.bytes(65_536_000), Cell.absent("")),
                        row(Role.PLAIN, "resident", Cell.bytes(89_128_960), Cell.absent("JDK 21 has no System.map")),
                        row(Role.GROUP, "heap by class", Cell.text(""), Cell.text("")),
                        row(Role.PLAIN, "jdk.internal.vm.StackChunk", Cell.absent(""), Cell.bytes(7_654_604)),
                        row(Role.PLAIN, "java.lang.VirtualThread", Cell.absent(""), Cell.bytes(480_000)),
                        row(Role.PLAIN, "java.lang.Thread", Cell.bytes(416_312), Cell.bytes(3_536)),
                        row(Role.TOTAL, "cost per thread", Cell.bytes(28_877), Cell.bytes(2_458)),
                        row(Role.PLAIN, "RSS", Cell.bytes(214_958_080), Cell.bytes(96_468_992)),
                        row(
                                Role.PLAIN,
                                "pins",
                                Cell.absent("only virtual threads pin"),
                                Cell.text("0 pins: recorded, threshold 0 ms, stacks whole"))),
                List.of("Stacks and RSS by /proc/PID/smaps_rollup and NMT at 8 s; heap by jcmd GC.class_histogram."));
        Table cost = new Table(
                "cost",
                "Cost per thread",
                List.of(
                        Column.of("kind", "kind of thread"),
                        new Column("resident", "resident", true),
                        new Column("share", "of the limit", false)),
                List.of(
                        Row.of(Cell.text("platform"), Cell.bytes(28_877), new Cell.Ratio(0.215)),
                        Row.of(Cell.text("virtual"), Cell.bytes(2_458), new Cell.Ratio(0.018))),
                List.of());
        Note lesson = Note.of(
                "lesson",
                "A platform thread reserves its whole stack and pays only for the pages that it has touched.",
                "A virtual thread that sleeps is a few objects in the heap; its stack is there as a StackChunk.",
                "Reserved memory costs address space, not RAM: compare the resident figures, not the reserved ones.");
        return new Report(
                "run",
                "sleepers: 4,000 platform and 4,000 virtual threads, JDK 25.0.3, Linux x86_64",
                List.of(new Section("memory", "Memory", List.of(weights, cost, lesson), findings())));
    }

    private static List<Finding> findings() {
        return List.of(
                new Finding(
                        "stackFiguresStale",
                        Finding.Severity.WARNING,
                        "NMT counts guard pages of the stacks as committed, although nothing is resident there.",
                        "16 KB of each stack are its yellow, red and reserved zones; 4,000 stacks have 62.5 MB of them.",
                        "Read the resident figure, which comes from the kernel."),
                new Finding(
                        "noContainerLimit",
                        Finding.Severity.INFO,
                        "No container limit is set: the JVM sizes itself by the 16 GB of the machine.",
                        "",
                        ""));
    }

    /** Every type of cell in a column of its own, and all in one column. */
    static Report cells() {
        List<Cell> values = List.of(
                Cell.bytes(168),
                Cell.bytes(-4_198_400_000L),
                new Cell.Nanos(1_240_000_000L),
                new Cell.Nanos(12_000),
                Cell.count(1_234_567),
                new Cell.Ratio(0.9644),
                new Cell.Ratio(Double.NaN),
                new Cell.Time(START),
                Cell.text("words"),
                Cell.text(""),
                Cell.absent("the event is off"),
                Cell.absent("JDK 21 has no System.map"),
                Cell.absent("the event is off"),
                Cell.absent(""));
        List<Row> mixed = values.stream()
                .map(cell -> Row.of(Cell.text(cell.getClass().getSimpleName()), cell))
                .toList();
        Table typed = new Table(
                "typed",
                "One type a column",
                List.of(
                        Column.of("what", "what"),
                        new Column("size", "size", true),
                        Column.of("took", "took"),
                        new Column("events", "events", true),
                        Column.of("share", "share of all"),
                        Column.of("when", "when it was seen")),
                List.of(
                        row(
                                Role.PLAIN,
                                "first",
                                Cell.bytes(3_000),
                                new Cell.Nanos(37_000_000),
                                Cell.count(9),
                                new Cell.Ratio(0.5),
                                new Cell.Time(START)),
                        row(
                                Role.PLAIN,
                                "second",
                                Cell.bytes(1_024),
                                new Cell.Nanos(850),
                                Cell.count(12_345),
                                new Cell.Ratio(0.0301),
                                new Cell.Time(START.plusSeconds(90))),
                        row(
                                Role.TOTAL,
                                "both",
                                Cell.bytes(4_024),
                                new Cell.Nanos(95_000_000_000L),
                                Cell.count(12_354),
                                new Cell.Ratio(1),
                                Cell.absent("a sum has no time"))),
                List.of("Times by the clock of the target."));
        return report(
                "Every type of cell",
                new Table(
                        "mixed",
                        "All in one column",
                        List.of(Column.of("type", "type"), Column.of("value", "value")),
                        mixed,
                        List.of()),
                typed);
    }

    static Report noRows() {
        return report(
                "Nothing",
                new Table("none", "No rows", List.of(Column.of("a", "a")), List.of(), List.of("A footnote stays.")),
                new StackTree("noStacks", "No stacks", List.of()),
                new Series("noLines", "No lines", List.of()));
    }

    static Report oneRow() {
        Table table = new Table(
                "one",
                "",
                List.of(Column.of("name", "name"), new Column("size", "size", true)),
                List.of(Row.of(Cell.text("only"), Cell.bytes(1))),
                List.of());
        Note note = Note.of("note", "One sentence stands without a bullet.");
        return new Report("memory", "One row", List.of(new Section("first", "", List.of(table, note), List.of())));
    }

    static Report wideCharacters() {
        return report(
                "東京の糸: 幅の広い文字",
                new Table(
                        "wide",
                        "広い文字",
                        List.of(Column.of("name", "名前"), new Column("size", "大きさ", true)),
                        List.of(
                                Row.of(Cell.text("仮想スレッド"), Cell.bytes(2_458)),
                                Row.of(Cell.text("cafe\u0301 – naïve"), Cell.bytes(1_000)),
                                Row.of(Cell.text("한국어 😀 x"), Cell.bytes(500)),
                                Row.of(Cell.text("abc"), Cell.bytes(20))),
                        List.of()),
                Note.of("long", "とても長い一語の文章は空白がないのでどこかで折り返さなければならないが文字の途中では折り返せない。"));
    }

    static Report longNames() {
        String name = "com.acme.warehouse.inventory.reservation.internal.ReservationCoordinatorFactoryBean";
        String generated = name + "$$Lambda$StringConcat/0x000078e1a40e4c00";
        return report(
                "Names that are longer than the line, in " + name,
                new Table(
                        "classes",
                        "Classes",
                        List.of(
                                Column.of("class", "class"),
                                Column.of("loader", "defined by the class loader"),
                                new Column("instances", "number of instances", true),
                                new Column("bytes", "shallow size", true)),
                        List.of(
                                Row.of(Cell.text(name), Cell.text("app"), Cell.count(12), Cell.bytes(480)),
                                Row.of(
                                        Cell.text(generated),
                                        Cell.text("a loader whose name somebody wrote as a whole sentence"),
                                        Cell.count(1),
                                        Cell.bytes(16)),
                                Row.of(Cell.text("byte[]"), Cell.text("boot"), Cell.count(99), Cell.bytes(123_456))),
                        List.of()),
                new StackTree(
                        "stacks",
                        "Stacks",
                        List.of(new Node(
                                name + ".reserve(ReservationCoordinatorFactoryBean.java:1234)",
                                Marker.HOLDER,
                                3,
                                37_000_000,
                                List.of()))));
    }

    static Report hostile() {
        String hostile = "\u001b[31mred\u001b[0m\u0007 \u202Ereversed\u202C a\nb\tc \u009b2J \uD800 \u2028";
        return new Report(
                hostile,
                hostile,
                List.of(new Section(
                        "hostile",
                        hostile,
                        List.of(
                                new Table(
                                        "table",
                                        hostile,
                                        List.of(Column.of("name", hostile), Column.of("value", "value")),
                                        List.of(
                                                Row.of(Cell.text(hostile), Cell.count(1)),
                                                Row.of(Cell.text("\u001b]0;title\u0007"), Cell.absent(hostile))),
                                        List.of(hostile)),
                                new StackTree(
                                        "tree", hostile, List.of(new Node(hostile, Marker.NONE, 1, 1, List.of()))),
                                new Series(
                                        "series",
                                        hostile,
                                        List.of(new Series.Line(
                                                hostile, List.of(new Series.Point(START, Cell.count(1)))))),
                                Note.of("note", hostile, "")),
                        List.of(new Finding("finding", Finding.Severity.PROBLEM, hostile, hostile, hostile)))));
    }

    static Report pins() {
        Node handle = chain(
                3,
                111_000_000,
                "com.acme.http.Handler.handle(Handler.java:31)",
                "com.acme.http.Server.lambda$serve$0(Server.java:77)",
                "java.lang.VirtualThread.run(VirtualThread.java:329)");
        Node batch = chain(
                1,
                37_000_000,
                "com.acme.batch.Nightly.run(Nightly.java:12)",
                "java.lang.VirtualThread.run(VirtualThread.java:329)");
        Node add =
                new Node("com.acme.shop.Cart.add(Cart.java:12)", Marker.HOLDER, 4, 148_000_000, List.of(handle, batch));
        Node sleep = new Node("java.lang.Thread.sleep(Thread.java:509)", Marker.BLOCKER, 4, 148_000_000, List.of(add));
        Node site = new Node("synchronized method com.acme.shop.Cart.add", Marker.NONE, 4, 148_000_000, List.of(sleep));
        Node init = new Node("class initializer of com.acme.shop.Prices", Marker.NONE, 1, 2_000_000, List.of());
        List<Finding> findings = List.of(new Finding(
                "pinningSite",
                Finding.Severity.PROBLEM,
                "com.acme.shop.Cart.add sleeps while it holds a monitor: its carriers stood still for 148 ms.",
                "On JDK 21 a virtual thread that blocks in a synchronized method keeps its carrier.",
                "Use a ReentrantLock in Cart, or run on JDK 24 or newer, where this no longer pins."));
        return new Report(
                "pins",
                "shop.jfr: 5 pins in 60 s, JDK 21.0.8",
                List.of(new Section(
                        "sites",
                        "Pinning sites",
                        List.of(new StackTree("stacks", "By site, then by caller", List.of(site, init))),
                        findings)));
    }

    private static Node chain(long count, long nanos, String... labels) {
        Node node = new Node(labels[labels.length - 1], Marker.NONE, count, nanos, List.of());
        for (int i = labels.length - 2; i >= 0; i--) {
            node = new Node(labels[i], Marker.NONE, count, nanos, List.of(node));
        }
        return node;
    }

    static Report series() {
        List<Series.Point> rss = IntStream.range(0, 40)
                .mapToObj(i -> new Series.Point(
                        START.plusMillis(i * 2500L), Cell.bytes(100_000_000 + (i < 20 ? i * 5_000_000L : 50_000_000))))
                .toList();
        List<Series.Point> threads = List.of(
                new Series.Point(START, Cell.count(10)),
                new Series.Point(START.plusSeconds(50), Cell.count(4010)),
                new Series.Point(START.plusSeconds(60), Cell.absent("lost")),
                new Series.Point(START.plusSeconds(99), Cell.count(9)));
        List<Series.Point> flat = List.of(
                new Series.Point(START, new Cell.Ratio(0.5)),
                new Series.Point(START.plusSeconds(99), new Cell.Ratio(0.5)));
        return report(
                "Values over time",
                new Series(
                        "memory",
                        "Memory over time",
                        List.of(
                                new Series.Line("RSS", rss),
                                new Series.Line("platform threads", threads),
                                new Series.Line("flat", flat),
                                new Series.Line("empty", List.of()))));
    }

    static Report variation() {
        return report(
                "Values over what was varied",
                new Series(
                        "memoryByCondition",
                        "Memory of one thread by frames below its sleep",
                        List.of(
                                new Series.Line(
                                        "platform, JDK 25.0.3",
                                        List.of(
                                                new Series.Point(Cell.count(0), Cell.bytes(28_877)),
                                                new Series.Point(Cell.count(1_000), Cell.bytes(54_477)))),
                                new Series.Line(
                                        "virtual, JDK 25.0.3",
                                        List.of(
                                                new Series.Point(Cell.count(0), Cell.bytes(2_321)),
                                                new Series.Point(Cell.count(1_000), Cell.absent("it failed")))))));
    }

    /** What knows its code, its whole and its time. */
    static Report places() {
        Node rest = chain(9, 9_000, "com.acme.Rare.park:4", "java.lang.VirtualThread.run:329");
        Node outer = chain(2, 2_000_000, "com.acme.Cart$Line.add:12", "java.lang.VirtualThread.run:329");
        Node sleep = new Node("java.lang.Thread.sleep:509", Marker.BLOCKER, 3, 3_000_000, List.of(outer));
        Node group = new Node("com.acme.Cart$Line.add", Marker.GROUP, 3, 3_000_000, List.of(sleep));
        Node rare = new Node("com.acme.Rare.park", Marker.GROUP, 9, 9_000, List.of(rest));
        List<Series.Point> pinned = IntStream.range(0, 12)
                .mapToObj(i -> new Series.Point(START.plusMillis(i * 100L), Cell.count(i % 3)))
                .toList();
        List<Series.Line> parts = List.of(
                new Series.Line(
                        "Java Heap",
                        List.of(
                                new Series.Point(START, Cell.bytes(256L << 20)),
                                new Series.Point(START.plusSeconds(1), Cell.bytes(300L << 20)))),
                new Series.Line(
                        "Thread",
                        List.of(
                                new Series.Point(START.plusMillis(10), Cell.bytes(64L << 20)),
                                new Series.Point(START.plusSeconds(2), Cell.bytes(80L << 20)))));
        return new Report(
                "pins",
                "shop.jfr",
                List.of(
                        new Section(
                                "pins",
                                "Pins",
                                List.of(
                                        Note.of("headline", "Pinned 3 times.", "More of it.", "And more."),
                                        new Table(
                                                "sites",
                                                "What pins",
                                                List.of(
                                                        Column.of("site", "Site"),
                                                        Column.of("pins", "Pins"),
                                                        new Column("total", "Total", true)),
                                                List.of(Row.of(
                                                        Cell.text("=com.acme.Cart$Line.add, \"quoted\""),
                                                        Cell.count(3),
                                                        new Cell.Nanos(3_000_000))),
                                                List.of()),
                                        new Series(
                                                "carriers",
                                                "Carriers pinned",
                                                Series.Form.STEPS,
                                                List.of(new Series.Line("shop.jfr", pinned)),
                                                List.of(new Series.Span(
                                                        START.plusMillis(200),
                                                        START.plusMillis(300),
                                                        "all carriers pinned")),
                                                List.of(new Series.Level("carriers", Cell.count(2)))),
                                        new StackTree(
                                                "stacks",
                                                "The heaviest of 3 stacks",
                                                List.of(group),
                                                new StackTree.Whole("All 3 stacks", () -> List.of(group, rare)))),
                                List.of(
                                        new Finding("remark", Finding.Severity.INFO, "A remark @octocat.", "", ""),
                                        new Finding(
                                                "pinSite",
                                                Finding.Severity.WARNING,
                                                "Cart.Line.add sleeps.",
                                                "3 pins.",
                                                "Use a lock.",
                                                new Place("com.acme.Cart$Line", "add", 12, null)),
                                        new Finding(
                                                "pinSite",
                                                Finding.Severity.PROBLEM,
                                                "Shop.kt blocks.",
                                                "",
                                                "1. Do not.",
                                                new Place("com.acme.ShopKt", "main", -1, "Shop.kt")),
                                        new Finding("fourth", Finding.Severity.INFO, "- Another.", "", ""))),
                        new Section(
                                "memory",
                                "Memory",
                                List.of(new Series(
                                        "categories", "Categories", Series.Form.PARTS, parts, List.of(), List.of())),
                                List.of())));
    }

    /** More numbers than 40 columns hold. */
    static Report manyNumbers() {
        return report(
                "Many numbers",
                new Table(
                        "categories",
                        "NMT by category",
                        List.of(
                                Column.of("category", "category"),
                                Column.of("reserved", "reserved"),
                                Column.of("committed", "committed"),
                                Column.of("peak", "peak committed"),
                                Column.of("malloc", "malloc"),
                                Column.of("mallocs", "malloc calls")),
                        List.of(
                                Row.of(
                                        Cell.text("Java Heap"),
                                        Cell.bytes(4L << 30),
                                        Cell.bytes(256L << 20),
                                        Cell.bytes(256L << 20),
                                        Cell.absent("the heap is mapped"),
                                        Cell.absent("the heap is mapped")),
                                Row.of(
                                        Cell.text("Thread"),
                                        Cell.bytes(4_198_400_000L),
                                        Cell.bytes(154_140_672),
                                        Cell.bytes(154_140_672),
                                        Cell.bytes(9_999_999),
                                        Cell.count(24_123)),
                                row(
                                        Role.TOTAL,
                                        "all",
                                        Cell.bytes(8L << 30),
                                        Cell.bytes(400L << 20),
                                        Cell.bytes(412L << 20),
                                        Cell.bytes(9_999_999),
                                        Cell.count(24_123))),
                        List.of()));
    }

    private static Report report(String title, Block... blocks) {
        return new Report("memory", title, List.of(new Section("section", "The section", List.of(blocks), List.of())));
    }

    private static Row row(Role role, String name, Cell... cells) {
        Cell[] all = new Cell[cells.length + 1];
        all[0] = Cell.text(name);
        System.arraycopy(cells, 0, all, 1, cells.length);
        return new Row(role, Arrays.asList(all));
    }
}
