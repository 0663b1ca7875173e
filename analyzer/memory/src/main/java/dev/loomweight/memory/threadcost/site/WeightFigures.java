package dev.loomweight.memory.threadcost.site;

import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Figure.Kind;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Scope;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.report.Unit;
import java.util.List;

/** The figures of what the threads at a site weigh. */
public final class WeightFigures {

    private static final List<Figure<WeightReading>> FIGURES = List.of(Figure.of(
            "thread-weight",
            Kind.HIGHEST,
            Unit.SIZE,
            "memory of the virtual threads that stand at a method or line",
            new Scope("SITE", "method or line of the application", List.of()),
            WeightFigures::at));

    private WeightFigures() {}

    /**
     * What virtual threads weigh, of inputs with threads and a heap dump or class histogram.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static Subject<Processes, WeightReading> of(Code code, List<String> own) {
        return Subject.of(SiteWeights.overview(code, own)).figures(FIGURES);
    }

    /** Of the process in which they weigh most. */
    private static Measured at(WeightReading reading, String site) {
        if (reading.processes().isEmpty()) {
            return Measured.unknown("no input has threads together with a heap dump or class histogram; see"
                    + " \"record --threads --histogram\" and \"--heap\"");
        }
        long least = 0;
        long most = 0;
        for (OfProcess process : reading.processes()) {
            List<SiteWeight> found = process.of(true).stream()
                    .filter(one ->
                            one.common().place() != null && one.common().place().isNamed(site))
                    .toList();
            if (!found.stream().allMatch(SiteWeight::isWeighed)) {
                return Measured.unknown(
                        "what the threads there weigh is not known: a class histogram does not bound their"
                                + " stack chunks, a heap dump has them (--heap)");
            }
            least = Math.max(least, found.stream().mapToLong(SiteWeight::least).sum());
            most = Math.max(most, found.stream().mapToLong(SiteWeight::most).sum());
        }
        Measured measured = new Measured(least, least == most ? "heap dump" : "thread dump, class histogram", "");
        return least == most
                ? measured
                : measured.unsure(most, "without a heap dump what stack chunks take is known as a range");
    }
}
