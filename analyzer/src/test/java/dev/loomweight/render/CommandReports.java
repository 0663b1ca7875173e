package dev.loomweight.render;

import dev.loomweight.command.Check;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.Diff;
import dev.loomweight.command.InputOptions;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** Reports that commands make of recordings and texts of the tests, under a name that no machine changes. */
final class CommandReports {

    private CommandReports() {}

    /** Budgets that are kept, broken and not measured; suppressions in force, expired and of no use. */
    static Report check() {
        Options given = InputOptions.of(resource("recordings/25/pins.jfr"))
                .with(
                        CheckOptions.LIMITS,
                        List.of(
                                Limit.of(CheckOptions.FIGURES, "pins", 0),
                                Limit.of(CheckOptions.FIGURES, "pins-by-cause.nativeReflection", 4),
                                Limit.of(CheckOptions.FIGURES, "longest-pin", 1_000_000_000),
                                Limit.of(CheckOptions.FIGURES, "failed-submits", 0),
                                Limit.of(CheckOptions.FIGURES, "rss", 64 << 20)))
                .with(
                        CheckOptions.SUPPRESSED,
                        List.of(
                                new Suppression("*PinningCauses$Slow.<clinit>", "", "", "once at start", null),
                                new Suppression(
                                        "com.acme.Legacy.load",
                                        "nativeCall",
                                        "",
                                        "the driver's",
                                        LocalDate.parse("2026-06-30")),
                                new Suppression("com.acme.Gone.*", "", "", "was slow", null)))
                .with(CheckOptions.TODAY, LocalDate.parse("2026-11-21"));
        return named("pins.jfr", Check.judge(given, count -> {}).answer().report());
    }

    /** One recording of JDK 21, one of JDK 25. */
    static Report diffOfPins() {
        return named(
                "21.jfr -> 25.jfr",
                Diff.compare(resource("recordings/21/pins.jfr"), resource("recordings/25/pins.jfr"))
                        .report());
    }

    /** Two NMT texts: some categories grew, some shrank. */
    static Report diffOfMemory() {
        return named(
                "virtual.txt -> platform.txt",
                Diff.compare(
                                resource("nmt/25.0.3/virtual-summary-b.txt"),
                                resource("nmt/25.0.3/platform-summary-b.txt"))
                        .report());
    }

    private static Report named(String title, Report report) {
        return new Report(report.command(), title, report.sections());
    }

    /** From the folder that tests run in, so that the same path is in a report everywhere. */
    private static Path resource(String name) {
        return Path.of("src/test/resources").resolve(name);
    }
}
