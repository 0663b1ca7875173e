package dev.loomweight.command;

import dev.loomweight.fleet.budget.BudgetParser;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.FigureList;
import dev.loomweight.pins.pinning.PinOptions;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** What {@link Check} judges, and its budgets. */
public final class CheckOptions {

    /** All figures that can be limited. */
    public static final FigureList<Figure<?>> FIGURES = FigureList.of(Subjects.of(PinOptions.NONE));

    /** Budgets as the user writes them. */
    public static final Option<Map<String, String>> BUDGET = Option.pairs(
                    "--budget",
                    "NAME=MAX",
                    "Upper limit, such as pins=0, pinned-time=100ms or rss=512m; repeatable.",
                    "The supported values of NAME: ${COMPLETION-CANDIDATES}.")
            .offering(FIGURES.shown())
            .checked(budgets -> budgets.forEach((name, amount) -> Limit.of(FIGURES, name, amount)));

    public static final Option<Path> CONFIG = Option.path(
            "--config",
            "FILE",
            "Budgets and suppressions in TOML (default: loomweight.toml in the current directory, if it exists).");

    /** The earlier captures or recordings to compare with, a run each. */
    public static final Option<List<Path>> BASELINE = Option.path(
                    "--baseline",
                    "PATH",
                    "An earlier capture or recording, or a file of --save-baseline: only pins that are new or worse"
                            + " count, and growth since then. Repeatable: then each input is one run, and the spread"
                            + " between runs is the error.")
            .repeated();

    /** The file to save what is checked to, as a baseline for later checks. */
    public static final Option<Path> SAVE_BASELINE = Option.path(
                    "--save-baseline",
                    "FILE.json",
                    "Save what is checked as a baseline: a small file with the sites and their holders as they were"
                            + " found, which needs no class files when it is compared with later.")
            .checked(file -> Misuse.require(
                    file.toString().endsWith(".json"), "--save-baseline needs a name that ends in .json"));

    /** Tolerance over the baseline. */
    public static final Option<String> MARGIN = Option.text(
                    "--margin", "PERCENT", "Tolerance over the baseline (default: 10%%).")
            .checked(BudgetParser::margin);

    public static final Option<Boolean> IGNORE_INITIALIZATION =
            Option.flag("--ignore-class-init", "Ignore pins in class initializers, which occur once for each class.");

    public static final Option<Boolean> IGNORE_LOADING = Option.flag(
            "--ignore-class-loading",
            "Ignore pins of class loaders, and of waits for their locks and for classes that are linked, which"
                    + " occur once for each class.");

    /** What is checked, in the order of the help. */
    public static final List<Option<?>> ALL = Option.all(
            List.of(InputOptions.PATHS, InputOptions.MAX_UNPACKED, BUDGET, CONFIG, BASELINE),
            ClassOptions.BEFORE,
            List.of(SAVE_BASELINE, MARGIN, IGNORE_INITIALIZATION, IGNORE_LOADING),
            ClassOptions.OF_PINS);

    /** The budgets, those of files among them; given by programs alone. */
    public static final Option<List<Limit>> LIMITS =
            Option.<Limit>ofPrograms(Limit.class, "limits").repeated();

    /** Suppressed sites and budgets; given by files alone. */
    public static final Option<List<Suppression>> SUPPRESSED =
            Option.<Suppression>ofPrograms(Suppression.class, "suppressed").repeated();

    /** The date that expired suppressions are judged by; given by programs alone. */
    public static final Option<LocalDate> TODAY = Option.of(LocalDate.class, LocalDate::parse, "today", "");

    private static final double USUAL_MARGIN = 0.1;

    private CheckOptions() {}

    /** The tolerance over a baseline, as a ratio: 0.1 is 10 %. */
    public static double margin(Options given) {
        return given.has(MARGIN) ? BudgetParser.margin(given.get(MARGIN)) : USUAL_MARGIN;
    }
}
