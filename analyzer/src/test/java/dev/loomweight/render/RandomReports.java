package dev.loomweight.render;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Graph;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reports of any shape, with the worst of strings; the same one for the same seed. */
final class RandomReports {

    // Notes are of first screens alone.
    private static final Table.Role[] ROLES = Stream.of(Table.Role.values())
            .filter(role -> role != Table.Role.NOTE)
            .toArray(Table.Role[]::new);

    private static final String[] PIECES = {
        "",
        " ",
        "a",
        "word",
        "a few words",
        "com.acme.Cart.add(Cart.java:12)",
        "a.b.c.d.e.f",
        "....",
        "(:1)",
        "com.acme.warehouse.inventory.ReservationCoordinatorFactoryBean",
        "\u001b[31m",
        "\u0007",
        "\n",
        "\t",
        "\r\n",
        "\u009b2J",
        "\u202e",
        "\u200b",
        "\ud83d\ude00",
        "\ud800",
        "\udc00",
        "仮想スレッド",
        "한국어",
        "e\u0301",
        "\u0301\u0301",
        "\ufe0f",
        "\u2028",
        "\ue000",
        "\udb40\udc01",
        "\uff21",
        "–",
        "\u00a0",
        "\u3000",
        "0x000078e1a40e4c00",
        "$$Lambda/",
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>",
        "<!--<script>",
        "</details>",
        "]]>&amp;&quot;",
        "=HYPERLINK(1)",
        "@octocat",
        "`",
        "```",
        "**|\\",
        "# 1. -",
        ";",
    };

    private final Random random;

    private RandomReports(long seed) {
        random = new Random(seed);
    }

    /** The report of a seed. */
    static Report of(long seed) {
        RandomReports from = new RandomReports(seed);
        return new Report(from.words(), from.words(), from.some(3, from::section));
    }

    private Section section() {
        return new Section("section" + random.nextInt(1000), words(), some(3, this::block), some(2, this::finding));
    }

    private Finding finding() {
        Place place = random.nextBoolean()
                ? null
                : new Place(words(), words(), random.nextInt(9) - 1, random.nextBoolean() ? null : words());
        return new Finding("finding", one(Finding.Severity.values()), words(), words(), words(), place);
    }

    private Block block() {
        return switch (random.nextInt(8)) {
            case 0 -> new Note("note", random.nextBoolean() ? "" : words(), some(3, this::words));
            case 1 -> series();
            case 2 -> new StackTree("tree", words(), some(3, () -> node(0)));
            case 3 -> bars();
            case 4 -> graph();
            default -> table();
        };
    }

    private Table table() {
        List<Table.Column> columns = IntStream.range(0, 1 + random.nextInt(8))
                .mapToObj(i -> new Table.Column("column" + i, words(), random.nextInt(3) == 0))
                .toList();
        List<Table.Row> rows = some(
                6,
                () -> new Table.Row(
                        one(ROLES),
                        Stream.generate(this::cell).limit(columns.size()).toList()));
        int top = random.nextBoolean() ? Table.ALL : 1 + random.nextInt(4);
        return new Table("table", words(), columns, rows, some(2, this::words), top);
    }

    private Graph graph() {
        List<Graph.Node> nodes = IntStream.range(0, random.nextInt(6))
                .mapToObj(i -> new Graph.Node(
                        "node" + i, words(), words(), words(), 1 + random.nextInt(9), random.nextBoolean()))
                .toList();
        List<Graph.Edge> edges = nodes.isEmpty()
                ? List.of()
                : some(
                        6,
                        () -> new Graph.Edge(
                                nodes.get(random.nextInt(nodes.size())).id(),
                                nodes.get(random.nextInt(nodes.size())).id(),
                                words(),
                                random.nextBoolean(),
                                random.nextBoolean()));
        return new Graph("graph", words(), nodes, edges);
    }

    private Bars bars() {
        List<Bars.Column> columns = IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> new Bars.Column("column" + i, words(), random.nextBoolean() ? "one" : "other"))
                .toList();
        return new Bars(
                "bars",
                words(),
                columns,
                some(
                        6,
                        () -> new Bars.Group(
                                words(),
                                Stream.generate(this::cell)
                                        .limit(columns.size())
                                        .toList())));
    }

    private Series series() {
        Supplier<Cell> over = random.nextBoolean() ? () -> new Cell.Time(time()) : () -> Cell.count(number());
        return new Series(
                "series",
                words(),
                one(Series.Form.values()),
                some(3, () -> line(over)),
                some(2, () -> new Series.Span(time(), time(), words())),
                some(2, () -> new Series.Level(words(), cell())));
    }

    private Series.Line line(Supplier<Cell> over) {
        Supplier<Cell> values = random.nextBoolean() ? () -> Cell.bytes(number()) : this::cell;
        return new Series.Line(words(), some(30, () -> new Series.Point(over.get(), values.get())));
    }

    private StackTree.Node node(int depth) {
        List<StackTree.Node> children = new ArrayList<>();
        if (depth < 30 && random.nextInt(8) > 0) {
            children.add(node(depth + 1));
            while (depth < 10 && random.nextInt(4) == 0) {
                children.add(node(depth + 5));
            }
        }
        long count = random.nextInt(3) > 0 ? 1 : number();
        long nanos = random.nextInt(3) > 0 ? 0 : number();
        return new StackTree.Node(words(), one(StackTree.Marker.values()), count, nanos, children);
    }

    private Cell cell() {
        return switch (random.nextInt(9)) {
            case 0 -> Cell.bytes(number());
            case 1 -> new Cell.Nanos(number());
            case 2 -> Cell.count(number());
            case 3 -> new Cell.Ratio(ratio());
            case 4 -> new Cell.Time(time());
            case 5 -> Cell.absent(words());
            case 6 -> Cell.id(number());
            case 7 -> new Cell.Link(words(), "page/of_one.md");
            default -> Cell.text(words());
        };
    }

    private long number() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Long.MIN_VALUE;
            case 2 -> Long.MAX_VALUE;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private double ratio() {
        return switch (random.nextInt(8)) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> Double.MAX_VALUE;
            case 3 -> -0.0;
            default -> random.nextGaussian();
        };
    }

    private Instant time() {
        return switch (random.nextInt(20)) {
            case 0 -> Instant.MIN;
            case 1 -> Instant.MAX;
            default -> Instant.ofEpochSecond(random.nextInt());
        };
    }

    private String words() {
        StringBuilder words = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            words.append(one(PIECES)).append(random.nextBoolean() ? " " : "");
        }
        if (random.nextInt(10) == 0) {
            words.appendCodePoint(random.nextInt(Character.MAX_CODE_POINT + 1));
        }
        if (random.nextInt(1000) == 0) {
            words.append("m".repeat(4000));
        }
        return words.toString();
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> List<T> some(int atMost, Supplier<T> supplier) {
        return Stream.generate(supplier).limit(random.nextInt(atMost + 1)).toList();
    }
}
