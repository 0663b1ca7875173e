package dev.loomweight.threadcost.estimate;

import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.sample.ThreadDump;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one more frame adds to the resident stack of a platform thread, by least squares over the threads of which both are
 * known.
 *
 * @param bytesPerFrame the slope, in bytes a frame
 * @param errorBytes its standard error, in bytes a frame
 * @param threads over how many threads
 */
record Slope(double bytesPerFrame, double errorBytes, int threads) {

    private static final int FEWEST = 8;

    /** With depths closer together, the pages that a stack takes say nothing of its frames. */
    private static final double LEAST_RANGE = 10;

    /** One thread. */
    private record Point(double frames, double bytes) {}

    /** The slope, where at least {@value #FEWEST} of the application's threads are known by their names, and stand at different depths. */
    static Optional<Slope> of(StackSizes stacks, ThreadDump dump) {
        Map<String, Integer> depths = new HashMap<>();
        for (ThreadDump.Stack stack : dump.stacks()) {
            if (!stack.virtual() && !Depths.isOfTheJvm(stack)) {
                // System.map prints dashes for blanks.
                stack.names()
                        .forEach(name -> depths.put(
                                name.replace(' ', '-'), stack.frames().size()));
            }
        }
        List<Point> points = new ArrayList<>();
        for (StackSizes.Stack stack : stacks.stacks()) {
            Integer depth = depths.get(stack.name().substring(stack.name().indexOf('-') + 1));
            if (depth != null) {
                points.add(new Point(depth, stack.residentBytes()));
            }
        }
        return of(points);
    }

    private static Optional<Slope> of(List<Point> points) {
        int count = points.size();
        double meanFrames = points.stream().mapToDouble(Point::frames).average().orElse(0);
        double meanBytes = points.stream().mapToDouble(Point::bytes).average().orElse(0);
        double spread = 0;
        double together = 0;
        for (Point point : points) {
            spread += (point.frames() - meanFrames) * (point.frames() - meanFrames);
            together += (point.frames() - meanFrames) * (point.bytes() - meanBytes);
        }
        double range = points.stream().mapToDouble(Point::frames).max().orElse(0)
                - points.stream().mapToDouble(Point::frames).min().orElse(0);
        if (count < FEWEST || range < LEAST_RANGE) {
            return Optional.empty();
        }
        double slope = together / spread;
        double left = 0;
        for (Point point : points) {
            double miss = point.bytes() - meanBytes - slope * (point.frames() - meanFrames);
            left += miss * miss;
        }
        return Optional.of(new Slope(slope, Math.sqrt(left / (count - 2) / spread), count));
    }
}
