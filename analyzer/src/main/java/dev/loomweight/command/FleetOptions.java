package dev.loomweight.command;

import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.fleet.FleetFigures;
import dev.loomweight.fleet.FleetLimit;
import dev.loomweight.fleet.PathPattern;
import dev.loomweight.fleet.budget.BudgetParser;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is asked of a fleet of recordings. */
public final class FleetOptions {

    /** Recordings, captures, folds, and folders of them; at least one. */
    private static final Option<List<Path>> PATHS = Option.path(
                    "", "PATH", "Recordings (*.jfr), captures (*.lw), folds (*.lwf), and folders of them at any depth.")
            .repeated()
            .required();

    /** The labels to report by, the widest first; the usual ones that the recordings have where none are given. */
    public static final Option<List<String>> BY = Option.text(
                    "--by",
                    "LABEL",
                    "The labels to report by, from the widest to the narrowest (default: service,version,pod, as far"
                            + " as the recordings have them).")
            .separated();

    public static final Option<String> PATH_PATTERN = Option.text(
                    "--path-pattern",
                    "PATTERN",
                    "Labels from the end of each path, such as {service}/{version}/{pod}-{time}.jfr; * stands for any"
                            + " part of a name, ** for any folders, {time} for a time.")
            .checked(FleetOptions::pattern);

    /** A file of comma-separated values. */
    public static final Option<Path> LABELS = Option.path(
            "--labels",
            "FILE.csv",
            "Labels from a table: the column \"file\" has a path or the end of one, the others are labels.");

    /** Labels for all recordings, and of what is captured or folded. */
    public static final Option<List<String>> LABEL = Option.text(
                    "--label",
                    "NAME=VALUE",
                    "What it is of, such as service=checkout, for loomweight fleet; repeatable. Captures take labels of"
                            + " OTEL_RESOURCE_ATTRIBUTES and of Kubernetes' downward API without it.")
            .repeated()
            .checked(FleetOptions::labels);

    /** Where folds of recordings are kept from one run to the next. */
    public static final Option<Path> CACHE = Option.path(
            "--cache",
            "DIR",
            "Keep what each recording shows in this folder, so that the next run reads only what is new, and"
                    + " one that was killed goes on where it was.");

    private static final Option<List<String>> BUDGET = Option.text(
                    "--budget",
                    "[SERVICE:]NAME=MAX",
                    "Upper limit for one service, or for each that has no limit of its own, such as pinned-time-per-hour=10s or"
                            + " checkout:limit-share=90%%; repeatable. Exit status 3 if one is exceeded or could not be"
                            + " measured.",
                    "The supported values of NAME: ${COMPLETION-CANDIDATES}.")
            .offering(FleetFigures.ALL.shown())
            .repeated()
            .checked(FleetOptions::written);

    public static final Option<Path> CONFIG = Option.path(
            "--config",
            "FILE",
            "Budgets in TOML, in its table fleet (default: loomweight.toml in the current directory, if it"
                    + " exists).");

    /** The share of recordings that must have what a budget needs. */
    public static final Option<String> MIN_KNOWN_SHARE = Option.text(
                    "--min-known-share",
                    "PERCENT",
                    "The share of the recordings of a service that must have what a budget needs, such as recorded pins or"
                            + " a memory limit; with fewer it could not be measured (default: 90%%).")
            .checked(FleetOptions::share);

    /** All of them, in the order of the help. */
    public static final List<Option<?>> ALL = Option.all(
            List.of(PATHS, BY, PATH_PATTERN, LABELS, LABEL, CACHE, BUDGET, CONFIG, MIN_KNOWN_SHARE),
            ClassOptions.ALL,
            List.of(InputOptions.MAX_UNPACKED));

    /** What is allowed, by files too; with none, nothing is judged. Given by programs alone. */
    public static final Option<List<FleetLimit>> LIMITS =
            Option.<FleetLimit>ofPrograms(FleetLimit.class, "limits").repeated();

    private static final double USUAL_KNOWN_SHARE = 0.9;

    private FleetOptions() {}

    /** The budgets that a user wrote, instead of the same ones of a file. */
    static List<FleetLimit> limits(Options given) {
        Map<List<?>, FleetLimit> all = new LinkedHashMap<>();
        Stream.concat(given.get(LIMITS).stream(), written(given.get(BUDGET)).stream())
                .forEach(limit -> all.put(List.of(limit.service(), limit.figure()), limit));
        return List.copyOf(all.values());
    }

    private static List<FleetLimit> written(List<String> budgets) {
        return Misuse.naming(
                BUDGET, () -> budgets.stream().map(FleetOptions::limit).toList());
    }

    /** One budget: {@code checkout:rss=400m}, or {@code rss=400m} for all services. */
    private static FleetLimit limit(String written) {
        int equals = written.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("expected NAME=MAX or SERVICE:NAME=MAX, and not " + written);
        }
        // A service may have a colon in its name; a budget has none.
        int colon = written.lastIndexOf(':', equals);
        String service = colon < 0 ? FleetLimit.ALL : written.substring(0, colon);
        return limit(
                service.isEmpty() ? FleetLimit.ALL : service,
                written.substring(colon + 1, equals),
                written.substring(equals + 1));
    }

    /**
     * One budget.
     *
     * @param amount {@code 3}, {@code 100ms}, {@code 64m} or {@code 90%}, depending on its unit
     * @throws IllegalArgumentException if there is no such budget, or the amount does not have its unit
     */
    public static FleetLimit limit(String service, String name, String amount) {
        return FleetLimit.of(
                service,
                name,
                BudgetParser.amount(name, FleetFigures.ALL.named(name).unit(), amount));
    }

    /** The share of recordings that must have what a budget needs, from 0 to 1. */
    static double knownShare(Options given) {
        return given.has(MIN_KNOWN_SHARE) ? share(given.get(MIN_KNOWN_SHARE)) : USUAL_KNOWN_SHARE;
    }

    private static double share(String text) {
        return Misuse.naming(MIN_KNOWN_SHARE, () -> BudgetParser.share(text));
    }

    static @Nullable PathPattern pattern(Options given) {
        String written = given.find(PATH_PATTERN);
        return written == null ? null : pattern(written);
    }

    private static PathPattern pattern(String written) {
        return Misuse.naming(PATH_PATTERN, () -> PathPattern.of(written));
    }

    /** The labels for all, by name. */
    public static Map<String, String> labels(Options given) {
        return labels(given.get(LABEL));
    }

    private static Map<String, String> labels(List<String> written) {
        return Misuse.naming(LABEL, () -> {
            Map<String, String> labels = new TreeMap<>();
            written.forEach(label -> CaptureLabels.add(label, labels));
            return labels;
        });
    }
}
