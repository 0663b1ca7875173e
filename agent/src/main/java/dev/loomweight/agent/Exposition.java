package dev.loomweight.agent;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Metrics as text, in the format of OpenMetrics 1.0 or in that of Prometheus 0.0.4, which differ in how a counter is
 * called, in units and in the end.
 */
final class Exposition {

    private static final List<String> UNITS = List.of("seconds", "bytes");

    private final boolean open;
    private final StringBuilder text = new StringBuilder(8192);
    private String name = "";
    private String suffix = "";

    /** @param open whether it is OpenMetrics */
    Exposition(boolean open) {
        this.open = open;
    }

    /** The kinds of a family. */
    enum Kind {
        COUNTER("counter"),
        GAUGE("gauge"),
        HISTOGRAM("histogram");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /**
     * Begins a family.
     *
     * @param family its name without {@code _total}, with the unit at its end if there is one
     * @param kind what it is
     * @param help a sentence without line breaks
     */
    Exposition family(String family, Kind kind, String help) {
        name = family;
        suffix = kind == Kind.COUNTER ? "_total" : "";
        String described = open ? family : family + suffix;
        text.append("# HELP ").append(described).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(described).append(' ').append(kind.word).append('\n');
        for (String unit : UNITS) {
            if (open && family.endsWith("_" + unit)) {
                text.append("# UNIT ")
                        .append(described)
                        .append(' ')
                        .append(unit)
                        .append('\n');
            }
        }
        return this;
    }

    /** Adds a family of one gauge. */
    void gauge(String family, String help, Number value) {
        family(family, Kind.GAUGE, help).sample(Map.of(), value);
    }

    /** Adds a family of one counter. */
    void counter(String family, String help, Number value) {
        family(family, Kind.COUNTER, help).sample(Map.of(), value);
    }

    /** Adds a sample of the family. */
    Exposition sample(Map<String, String> labels, Number value) {
        return line(suffix, labels, value.doubleValue());
    }

    /**
     * Adds the samples of a histogram.
     *
     * @param labels of each sample
     * @param bounds the upper bounds of its buckets, rising
     * @param counts how many are in each bucket alone, and at last above all bounds
     * @param sum what all values add up to
     */
    Exposition histogram(Map<String, String> labels, double[] bounds, List<Long> counts, double sum) {
        long cumulative = 0;
        for (int i = 0; i < counts.size(); i++) {
            cumulative += counts.get(i);
            String bound = i < bounds.length ? Double.toString(bounds[i]) : "+Inf";
            Map<String, String> all = new TreeMap<>(labels);
            all.put("le", bound);
            line("_bucket", all, (double) cumulative);
        }
        line("_sum", labels, sum);
        return line("_count", labels, (double) cumulative);
    }

    private Exposition line(String end, Map<String, String> labels, double value) {
        text.append(name).append(end);
        char separator = '{';
        for (Map.Entry<String, String> label : labels.entrySet()) {
            text.append(separator).append(label.getKey()).append("=\"");
            escape(label.getValue());
            text.append('"');
            separator = ',';
        }
        if (!labels.isEmpty()) {
            text.append('}');
        }
        text.append(' ');
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            text.append((long) value);
        } else {
            text.append(value);
        }
        text.append('\n');
        return this;
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                // A lone surrogate has no UTF-8.
                default -> text.append(Character.isSurrogate(c) ? '?' : c);
            }
        }
    }

    /** The text; nothing is added after. */
    String end() {
        return open ? text.append("# EOF\n").toString() : text.toString();
    }
}
