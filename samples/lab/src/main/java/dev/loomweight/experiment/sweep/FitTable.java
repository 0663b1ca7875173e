package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures;
import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.fold.LeastSquares.Estimate;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cost of one thread and one frame by regression, for each set of runs that differ only in threads and depth. */
final class FitTable {

    private static final List<Figure> OF_PLATFORM = List.of(Figure.MEMORY, Figure.RESIDENT, Figure.STACK_COMMITTED);
    private static final List<Figure> OF_VIRTUAL = List.of(Figure.MEMORY, Figure.LIVE_HEAP);

    /** The runs of each set, by a name made of the settings that differ between the sets. */
    private final Map<String, Series> series = new LinkedHashMap<>();

    private record Series(boolean isVirtual, List<RunFigures> runs) {}

    FitTable(List<RepeatedRuns> groups) {
        Collection<RunSettings> all =
                groups.stream().map(RepeatedRuns::settings).toList();
        List<RunSetting> apart = RunSetting.shown(all).stream()
                .filter(setting -> setting != RunSetting.THREADS && setting != RunSetting.DEPTH)
                .toList();
        for (RepeatedRuns group : groups) {
            String name = name(group.settings(), apart);
            series.computeIfAbsent(name, key -> new Series(group.settings().isVirtual(), new ArrayList<>()))
                    .runs()
                    .addAll(group.measured());
        }
    }

    private static String name(RunSettings settings, List<RunSetting> apart) {
        return apart.stream().map(setting -> word(setting, settings)).collect(Collectors.joining(", "));
    }

    /** A condition in words. */
    static String word(RunSetting setting, RunSettings settings) {
        return switch (setting) {
            case KIND -> settings.kind();
            case JDK -> "JDK " + settings.jdk();
            case JAVA -> settings.java();
            case COLLECTOR -> settings.collector();
            case INLINING -> settings.inlining() ? "inlining" : "no inlining";
            case STACK_SIZE -> "stack size " + Amounts.bytes(settings.stackSizeBytes());
            case THREADS -> Amounts.count(settings.threads()) + " threads";
            case DEPTH -> Amounts.count(settings.depth()) + " frames";
        };
    }

    /** A fitted figure, or the name of the set that the following ones are of, without a fit. */
    private record Line(String figure, @Nullable CostFit fit) {

        private @Nullable Estimate of(Function<CostFit, @Nullable Estimate> term) {
            return fit == null ? null : term.apply(fit);
        }
    }

    private static final Rows<Line> LINES = Rows.of(Line.class)
            .roles(line -> line.fit == null ? Role.GROUP : Role.PLAIN)
            .text("figure", "", Line::figure)
            .column("runs", "runs", line -> line.fit == null ? Rows.NONE : Cell.count(line.fit.runs()))
            .column("each", "one thread", line -> value(line.of(CostFit::each)))
            .column("eachHalfWidth", "±", line -> error(line.of(CostFit::each)))
            .column("frame", "one frame", line -> value(line.of(CostFit::frame)))
            .column("frameHalfWidth", "±", line -> error(line.of(CostFit::frame)))
            .column("fixed", "fixed", line -> value(line.of(CostFit::fixed)))
            .column("fixedHalfWidth", "±", line -> error(line.of(CostFit::fixed)));

    private static Cell value(@Nullable Estimate estimate) {
        return estimate == null ? Rows.NONE : Cell.bytes(Math.round(estimate.value()));
    }

    private static Cell error(@Nullable Estimate estimate) {
        if (estimate == null) {
            return Rows.NONE;
        }
        double half = estimate.halfWidth();
        return Double.isNaN(half)
                ? Cell.absent("no more runs than terms; repeat the runs for an error, for example with --repeat 2")
                : Cell.bytes(Math.round(half));
    }

    /** The table; empty if no set of runs determines any term. */
    Optional<Table> table() {
        List<Line> lines = new ArrayList<>();
        series.forEach((name, of) -> {
            List<Line> parts = new ArrayList<>();
            for (Figure figure : of.isVirtual() ? OF_VIRTUAL : OF_PLATFORM) {
                CostFit.fit(of.runs(), figure).ifPresent(fit -> parts.add(new Line(word(figure), fit)));
            }
            if (!parts.isEmpty()) {
                lines.add(new Line(name, null));
                lines.addAll(parts);
            }
        });
        return LINES.some("slopes", "Regression over all runs", lines, footnotes(lines));
    }

    private static String word(Figure figure) {
        return switch (figure) {
            case MEMORY -> "memory";
            case RESIDENT -> "resident";
            case LIVE_HEAP -> "live heap";
            case STACK_COMMITTED -> "NMT committed";
            case STACK_RESERVED -> "reserved";
        };
    }

    private List<String> footnotes(List<Line> lines) {
        List<String> notes = new ArrayList<>();
        notes.add("Least squares fit of: added = fixed + threads x (one thread + frames x one frame). If depths differ,"
                + " the thread is without frames. ± is half of the 95 % confidence interval. The linear"
                + " model is a simplification: stacks grow by whole pages, and compiled frames are smaller"
                + " than interpreted ones.");
        boolean once = lines.stream().anyMatch(line -> line.of(CostFit::fixed) != null);
        if (once && series.values().stream().anyMatch(of -> !of.isVirtual())) {
            notes.add("For platform threads, most of the fixed part is HotSpot's shadow zone: the first few hundred"
                    + " threads start in the interpreter, which touches 80 KB of each stack in advance.");
        }
        return notes;
    }

    /** The result in sentences. */
    Optional<Note> sentences() {
        List<String> sentences = new ArrayList<>();
        series.forEach((name, of) -> CostFit.fit(of.runs(), Figure.MEMORY).ifPresent(fit -> {
            Estimate frame = fit.frame();
            sentences.add("One thread (" + name + ") takes " + amount(fit.each())
                    + (frame == null ? "" : " plus " + amount(frame) + " for each frame below its sleep") + ".");
        }));
        return Note.some("inWords", sentences);
    }

    private static String amount(Estimate estimate) {
        String amount = Amounts.bytes(Math.round(estimate.value()));
        double half = estimate.halfWidth();
        return Double.isNaN(half) ? amount : amount + " ± " + Amounts.bytes(Math.round(half));
    }
}
