package dev.loomweight.command;

import dev.loomweight.fleet.FleetFigures;
import dev.loomweight.fleet.FleetLimit;
import dev.loomweight.fleet.Labels;
import dev.loomweight.fleet.PathPattern;
import dev.loomweight.report.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a fleet of recordings.
 *
 * @param paths recordings, captures, folds, and folders of them; at least one
 * @param by the labels to report by, the widest first; empty for the usual ones that the recordings have
 * @param labels where the labels come from, besides the captures themselves
 * @param cache where folds of recordings are kept from one run to the next, or null for nowhere
 * @param pins which pins, and where the class files are
 * @param maxUnpackedBytes limit for each compressed input, in bytes, or 0 for the default
 * @param budgets what is allowed; with none, nothing is judged
 * @param minKnownShare the share of recordings that must have what a budget needs, from 0 to 1
 */
public record FleetRequest(
        List<Path> paths,
        List<String> by,
        LabelSources labels,
        @Nullable Path cache,
        PinRequest pins,
        long maxUnpackedBytes,
        List<FleetLimit> budgets,
        double minKnownShare) {

    /** The usual share of recordings that must have what a budget needs. */
    public static final double MIN_KNOWN_SHARE = 0.9;

    public FleetRequest {
        paths = List.copyOf(paths);
        by = List.copyOf(by);
        budgets = List.copyOf(budgets);
    }

    /** A request with default options. */
    public static FleetRequest of(Path... paths) {
        return new FleetRequest(
                List.of(paths), List.of(), LabelSources.NONE, null, PinRequest.NONE, 0, List.of(), MIN_KNOWN_SHARE);
    }

    /** The same by some labels. */
    public FleetRequest by(String... names) {
        return new FleetRequest(paths, List.of(names), labels, cache, pins, maxUnpackedBytes, budgets, minKnownShare);
    }

    /** The same with labels. */
    public FleetRequest with(LabelSources sources) {
        return new FleetRequest(paths, by, sources, cache, pins, maxUnpackedBytes, budgets, minKnownShare);
    }

    /** The same with a cache. */
    public FleetRequest with(Path folder) {
        return new FleetRequest(paths, by, labels, folder, pins, maxUnpackedBytes, budgets, minKnownShare);
    }

    /**
     * The same with budgets.
     *
     * @param rules what is allowed
     * @param share the share of recordings that must have what a budget needs, from 0 to 1
     */
    public FleetRequest within(List<Rule> rules, double share) {
        List<FleetLimit> limits = rules.stream()
                .map(rule -> FleetLimit.of(rule.service(), rule.name(), rule.most()))
                .toList();
        return new FleetRequest(paths, by, labels, cache, pins, maxUnpackedBytes, limits, share);
    }

    /** The names of all budgets. */
    public static final List<String> BUDGETS = FleetFigures.ALL.shown();

    /**
     * One budget.
     *
     * @param service of which service; {@code *} for each that has none of its own
     * @param name one of {@link #BUDGETS}
     * @param most the largest allowed amount, inclusive, in its unit
     */
    public record Rule(String service, String name, long most) {

        /** What two budgets have in common of which one takes the place of the other. */
        public String key() {
            return service + ":" + name;
        }
    }

    /**
     * The unit of a budget.
     *
     * @throws IllegalArgumentException if there is no such budget; the message has a suggestion
     */
    public static Unit unit(String name) {
        return FleetFigures.ALL.named(name).unit();
    }

    /**
     * Where labels come from. A later one wins over those before it: what a capture has itself, the pattern of its path, the
     * table, and those for all.
     *
     * @param pattern of paths, or null
     * @param table a file of comma-separated values, or null
     * @param all for all recordings
     */
    public record LabelSources(
            @Nullable PathPattern pattern, @Nullable Path table, Map<String, String> all) {

        /** None but the captures themselves. */
        public static final LabelSources NONE = new LabelSources(null, null, Map.of());

        /** @throws IllegalArgumentException if one of the labels is none */
        public LabelSources {
            all = Labels.of(all).values();
        }

        /**
         * The same with a pattern of paths.
         *
         * @throws IllegalArgumentException if it is none; the message says why
         */
        public LabelSources withPaths(String written) {
            return new LabelSources(PathPattern.of(written), table, all);
        }

        /** The same with a table. */
        public LabelSources with(Path file) {
            return new LabelSources(pattern, file, all);
        }

        /** The same with labels for all. */
        public LabelSources with(Map<String, String> labels) {
            return new LabelSources(pattern, table, labels);
        }
    }
}
