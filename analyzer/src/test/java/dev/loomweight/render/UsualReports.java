package dev.loomweight.render;

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
import java.util.List;
import java.util.stream.IntStream;

/** Reports as commands make them: tables, stacks, charts and findings together. */
final class UsualReports {

    private UsualReports() {}

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
                        Reports.row(Role.GROUP, "stacks", Cell.text(""), Cell.text("")),
                        Reports.row(Role.PLAIN, "reserved", Cell.bytes(4_198_400_000L), Cell.bytes(0)),
                        Reports.row(Role.PLAIN, "NMT committed", Cell.bytes(154_140_672), Cell.bytes(2_202_009)),
                        Reports.row(Role.PART, "guard pages in it", Cell.bytes(65_536_000), Cell.absent("")),
                        Reports.row(
                                Role.PLAIN,
                                "resident",
                                Cell.bytes(89_128_960),
                                Cell.absent("JDK 21 has no System.map")),
                        Reports.row(Role.GROUP, "heap by class", Cell.text(""), Cell.text("")),
                        Reports.row(Role.PLAIN, "jdk.internal.vm.StackChunk", Cell.absent(""), Cell.bytes(7_654_604)),
                        Reports.row(Role.PLAIN, "java.lang.VirtualThread", Cell.absent(""), Cell.bytes(480_000)),
                        Reports.row(Role.PLAIN, "java.lang.Thread", Cell.bytes(416_312), Cell.bytes(3_536)),
                        Reports.row(Role.TOTAL, "cost per thread", Cell.bytes(28_877), Cell.bytes(2_458)),
                        Reports.row(Role.PLAIN, "RSS", Cell.bytes(214_958_080), Cell.bytes(96_468_992)),
                        Reports.row(
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

    /** Stacks under a finding. */
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

    /** What knows its code, its whole and its time. */
    static Report places() {
        Node rest = chain(9, 9_000, "com.acme.Rare.park:4", "java.lang.VirtualThread.run:329");
        Node outer = chain(2, 2_000_000, "com.acme.Cart$Line.add:12", "java.lang.VirtualThread.run:329");
        Node sleep = new Node("java.lang.Thread.sleep:509", Marker.BLOCKER, 3, 3_000_000, List.of(outer));
        Node group = new Node("com.acme.Cart$Line.add", Marker.GROUP, 3, 3_000_000, List.of(sleep));
        Node rare = new Node("com.acme.Rare.park", Marker.GROUP, 9, 9_000, List.of(rest));
        List<Series.Point> pinned = IntStream.range(0, 12)
                .mapToObj(i -> new Series.Point(Reports.START.plusMillis(i * 100L), Cell.count(i % 3)))
                .toList();
        List<Series.Line> parts = List.of(
                new Series.Line(
                        "Java Heap",
                        List.of(
                                new Series.Point(Reports.START, Cell.bytes(256L << 20)),
                                new Series.Point(Reports.START.plusSeconds(1), Cell.bytes(300L << 20)))),
                new Series.Line(
                        "Thread",
                        List.of(
                                new Series.Point(Reports.START.plusMillis(10), Cell.bytes(64L << 20)),
                                new Series.Point(Reports.START.plusSeconds(2), Cell.bytes(80L << 20)))));
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
                                                        Reports.START.plusMillis(200),
                                                        Reports.START.plusMillis(300),
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
}
