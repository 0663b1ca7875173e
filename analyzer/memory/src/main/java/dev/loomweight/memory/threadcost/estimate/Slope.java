package dev.loomweight.memory.threadcost.estimate;

import dev.loomweight.fold.LeastSquares;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.sample.Dumps.ThreadDump;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cost of one more frame in the resident stack of a platform thread, by least squares over the threads for which
 * both depth and resident stack are known.
 *
 * @param bytesPerFrame the slope, in bytes per frame
 * @param errorBytes its standard error, in bytes per frame
 * @param threads the number of threads
 */
record Slope(double bytesPerFrame, double errorBytes, int threads) {

    private static final int MIN_THREADS = 8;

    /** If depths differ by less, the pages that a stack takes show nothing about its frames. */
    private static final double MIN_DEPTH_RANGE = 10;

    /** Errors on either side that hold the slope with a probability of about 95 %. */
    private static final double ERRORS = 2;

    /**
     * Fits the slope.
     *
     * @return empty if fewer than {@value #MIN_THREADS} of the application's threads are known by name, if their depths
     *     hardly differ, or if the slope is no larger than its error: then it shows nothing of a frame
     */
    static Optional<Slope> fit(StackSizes stacks, ThreadDump dump) {
        Map<String, Integer> depths = new HashMap<>();
        for (ThreadDump.Stack stack : dump.stacks()) {
            if (!stack.virtual() && !Depths.isOfTheJvm(stack)) {
                stack.names()
                        .forEach(name -> depths.put(
                                StackSizes.nameInMap(name), stack.frames().size()));
            }
        }
        List<double[]> rows = new ArrayList<>();
        List<Long> bytes = new ArrayList<>();
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        for (StackSizes.Stack stack : stacks.stacks()) {
            Integer depth = depths.get(stack.threadName());
            if (depth != null) {
                rows.add(new double[] {1, depth});
                bytes.add(stack.residentBytes());
                range.accept(depth);
            }
        }
        if (rows.size() < MIN_THREADS || range.getMax() - range.getMin() < MIN_DEPTH_RANGE) {
            return Optional.empty();
        }
        return LeastSquares.fit(
                        rows.toArray(double[][]::new),
                        bytes.stream().mapToDouble(Long::doubleValue).toArray())
                .map(terms -> terms.get(1))
                .map(slope -> new Slope(slope.value(), slope.standardError(), rows.size()))
                .filter(slope -> slope.bytesPerFrame > ERRORS * slope.errorBytes);
    }
}
