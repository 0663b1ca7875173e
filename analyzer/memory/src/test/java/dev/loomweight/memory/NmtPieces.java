package dev.loomweight.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A text of NMT as people publish it, made at random: of JDK 7 to 25, at any scale, with categories, lines, heading, total,
 * dashes and indentation left out, as a list, a table or HotSpot's form, and what it has of each figure.
 */
final class NmtPieces {

    private static final List<String> NAMES = List.of(
            "Java Heap",
            "Class",
            "Thread",
            "Code",
            "GC",
            "Compiler",
            "Internal",
            "Other",
            "Symbol",
            "Arena Chunk",
            "Quanta");
    private static final List<String> REMARKS =
            List.of("", "", "", "  <--- why", " # why", "   // the pool", "\t\u2190 heap", "  \u5806\u5185\u5b58");
    private static final List<String> BETWEEN =
            List.of("", "", "...", "-- snip --", "and so on", "```", "   # what others are");

    private final Random random;
    private final List<String> lines = new ArrayList<>();
    private final long scale;
    private final boolean diff;
    private final Form form;

    /** What the text has, in bytes, by category. */
    final Map<String, Figures> categories = new LinkedHashMap<>();

    /** The total in the text; null where it has none. */
    @Nullable
    Figures total;

    /** The names of call sites, with what they hold. */
    final Map<String, Long> sites = new LinkedHashMap<>();

    /** What a line can look like. */
    private enum Form {
        HOTSPOT,
        NO_DASH,
        NO_INDENT,
        COLON,
        TABLE
    }

    /**
     * Figures of a head.
     *
     * @param reserved 0 where the text leaves it out
     */
    record Figures(long reserved, long reservedChange, long committed, long committedChange) {

        Figures plus(Figures other) {
            return new Figures(
                    reserved + other.reserved,
                    reservedChange + other.reservedChange,
                    committed + other.committed,
                    committedChange + other.committedChange);
        }
    }

    private NmtPieces(long seed) {
        random = new Random(seed);
        scale = List.of(1L, 1L << 10, 1L << 10, 1L << 20).get(random.nextInt(4));
        form = Form.values()[random.nextInt(Form.values().length)];
        diff = form != Form.TABLE && random.nextInt(4) == 0;
    }

    static NmtPieces of(long seed) {
        NmtPieces pieces = new NmtPieces(seed);
        pieces.make();
        return pieces;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    long scale() {
        return scale;
    }

    /** Whether any figure in it has a change. */
    boolean isDiff() {
        return (total != null && total.committedChange != 0)
                || categories.values().stream().anyMatch(figures -> figures.committedChange != 0);
    }

    Figures sum() {
        return categories.values().stream().reduce(new Figures(0, 0, 0, 0), Figures::plus);
    }

    private void make() {
        Map<String, Figures> all = new LinkedHashMap<>();
        NAMES.stream().filter(name -> random.nextInt(3) > 0).forEach(name -> all.put(name, figures()));
        Figures whole = all.values().stream().reduce(new Figures(0, 0, 0, 0), Figures::plus);
        boolean left = random.nextBoolean();
        all.forEach((name, figures) -> {
            if (!left || random.nextInt(3) > 0) {
                categories.put(name, figures);
            }
        });
        total = switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> whole.plus(new Figures(units(40), 0, units(40), 0));
            default -> whole;
        };
        if (categories.isEmpty() && total == null) {
            total = whole.plus(new Figures(9 * scale, 0, 7 * scale, 0));
        }
        heading();
        if (form == Form.TABLE) {
            table();
            return;
        }
        if (total != null) {
            lines.add("Total: " + figures(total) + remark());
        }
        categories.forEach(this::category);
        if (form == Form.HOTSPOT && !categories.isEmpty() && random.nextInt(3) == 0) {
            sites();
        }
    }

    private long units(int most) {
        return (1L + random.nextInt(most)) * scale;
    }

    private Figures figures() {
        long committed = units(1 << (1 + random.nextInt(20)));
        long reserved = committed + (random.nextBoolean() ? 0 : units(1 << (1 + random.nextInt(10))));
        boolean moved = diff && random.nextBoolean();
        long change = moved ? units(900) * (random.nextBoolean() ? 1 : -1) : 0;
        return new Figures(reserved, change, committed, change);
    }

    private void heading() {
        if (random.nextBoolean()) {
            lines.addAll(List.of("4711:", "", "Native Memory Tracking:", ""));
        } else if (random.nextBoolean()) {
            lines.addAll(List.of("$ jcmd 4711 VM.native_memory", ""));
        }
    }

    private String amount(long bytes) {
        return bytes / scale + (scale == 1 ? "" : scale == 1 << 10 ? "KB" : "MB");
    }

    private String amount(long bytes, long change) {
        return amount(bytes) + (change == 0 ? "" : " " + (change > 0 ? "+" : "-") + amount(Math.abs(change)));
    }

    private String figures(Figures of) {
        return "reserved=" + amount(of.reserved, of.reservedChange) + ", committed="
                + amount(of.committed, of.committedChange);
    }

    private String remark() {
        return REMARKS.get(random.nextInt(REMARKS.size()));
    }

    private void category(String name, Figures figures) {
        lines.add(
                switch (form) {
                    case NO_DASH -> " ".repeat(random.nextInt(20)) + name + " (" + figures(figures) + ")" + remark();
                    case NO_INDENT -> "- " + name + " (" + figures(figures) + ")" + remark();
                    case COLON -> "- " + name + ":   " + figures(figures) + remark();
                    default -> "-%26s (%s)".formatted(name, figures(figures)) + remark();
                });
        String indent = form == Form.HOTSPOT ? " ".repeat(28) : form == Form.NO_DASH ? " ".repeat(9) : "";
        if (form != Form.COLON) {
            below(name, figures, indent);
        }
        lines.add(BETWEEN.get(random.nextInt(BETWEEN.size())));
    }

    /** Malloc and mappings, or one of them, whose lines may be lost. */
    private void below(String name, Figures figures, String indent) {
        if (name.equals("Thread") && random.nextBoolean()) {
            lines.add(indent + (random.nextBoolean() ? "(thread #12)" : "(threads #12)"));
        }
        long mapped = figures.committed / scale / 2 * scale;
        boolean seven = random.nextBoolean();
        if (random.nextInt(3) > 0) {
            lines.add(indent + "(malloc=" + amount(figures.committed - mapped) + (seven ? ", #3)" : " #3)") + remark());
        }
        if (random.nextInt(3) > 0 && !name.equals("Thread")) {
            lines.add(indent + "(mmap: reserved=" + amount(mapped) + ", committed=" + amount(mapped) + ")");
        }
    }

    private void table() {
        lines.add(scale == 1 ? "| category | reserved | committed |" : "| Category | Reserved (size) | Committed |");
        lines.add("|---|---:|---:|");
        if (total != null) {
            lines.add("| **Total** | " + amount(total.reserved) + " | " + amount(total.committed) + " |");
        }
        categories.forEach((name, of) ->
                lines.add("| " + name + " | " + amount(of.reserved) + " | " + amount(of.committed) + " |"));
    }

    private void sites() {
        lines.addAll(List.of("", "Details:", ""));
        for (int i = random.nextInt(4); i >= 0; i--) {
            long bytes = units(500);
            String name = "allocate" + i + "(unsigned long)+0x1";
            sites.put(name, bytes);
            lines.add("[0x00007f2d98974bad] " + name);
            lines.add(" ".repeat(29) + "(malloc=" + amount(bytes) + (random.nextBoolean() ? " type" : " tag")
                    + "=Other #3)");
            lines.add("");
        }
    }
}
