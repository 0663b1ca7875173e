package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures;
import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.fold.LeastSquares;
import dev.loomweight.fold.LeastSquares.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a thread and a frame cost, by regression over all runs of one kind on one JDK:
 *
 * <pre>added = fixed + threads * (each + frames * frame)</pre>
 *
 * <p>A term that the runs do not determine is omitted: the fixed one if all have the same number of threads, that of the
 * frame if all have the same depth. The fit is over the total and not over the cost per thread, since a disturbance of a
 * run (a collection, a compilation) counts once and not per thread.
 *
 * @param fixed the part that does not depend on the number of threads, in bytes, or null
 * @param each one thread without frames, or with the one depth there is, in bytes
 * @param frame one frame of one thread, in bytes, or null
 * @param runs the number of runs
 */
record CostFit(
        @Nullable Estimate fixed, Estimate each, @Nullable Estimate frame, int runs) {

    /**
     * Fits a figure.
     *
     * @param runs runs that differ in threads and depth alone
     * @return empty if the runs do not determine the terms
     */
    static Optional<CostFit> fit(List<RunFigures> runs, Figure figure) {
        List<RunFigures> with = runs.stream()
                .filter(run -> run.addedBytes().containsKey(figure))
                .toList();
        boolean fixed =
                distinct(with.stream().map(run -> run.info().threadsRan()).toList());
        boolean frame = distinct(with.stream().map(run -> run.info().depth()).toList());
        if (!fixed && !frame && with.size() < 2) {
            return Optional.empty();
        }
        return fit(with, figure, fixed, frame);
    }

    private static boolean distinct(List<?> values) {
        return values.stream().distinct().count() > 1;
    }

    private static Optional<CostFit> fit(List<RunFigures> runs, Figure figure, boolean fixed, boolean frame) {
        double[][] rows = new double[runs.size()][];
        double[] added = new double[runs.size()];
        for (int i = 0; i < runs.size(); i++) {
            RunFigures run = runs.get(i);
            List<Double> row = new ArrayList<>();
            double threads = run.info().threadsRan();
            row.add(threads);
            if (frame) {
                row.add(threads * run.info().depth());
            }
            if (fixed) {
                row.add(1.0);
            }
            rows[i] = row.stream().mapToDouble(Double::doubleValue).toArray();
            added[i] = run.addedBytes().getOrDefault(figure, 0L);
        }
        return LeastSquares.fit(rows, added)
                .map(terms -> new CostFit(
                        fixed ? terms.getLast() : null, terms.getFirst(), frame ? terms.get(1) : null, runs.size()));
    }
}
