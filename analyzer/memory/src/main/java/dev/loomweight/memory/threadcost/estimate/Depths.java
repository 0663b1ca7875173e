package dev.loomweight.memory.threadcost.estimate;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.sample.Dumps.ThreadDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stack depths of the threads of one kind, from a thread dump.
 *
 * @param threads the number of threads with a stack
 * @param frames the total number of frames
 * @param deepest the frames of the deepest thread
 * @param deepestName its name, or empty
 * @param truncated how many of them have frames that the dump does not show
 */
record Depths(long threads, long frames, long deepest, String deepestName, long truncated) {

    /** Where a JVM truncates by default: {@code -XX:MaxJavaStackTraceDepth}. */
    private static final int MAX_FRAMES = 1024;

    /** Mean frames of a thread; 0 without threads. */
    double mean() {
        return threads == 0 ? 0 : (double) frames / threads;
    }

    /** The virtual threads of a dump that wait and so have their frames in the heap. */
    static Depths virtual(@Nullable ThreadDump dump) {
        return of(dump, true);
    }

    /** The application's platform threads, from a dump, or else from a recording. */
    static Depths platform(ObservedProcess process) {
        Depths byText = of(process.last().threads(), false);
        List<Integer> recorded = process.recordedDepths();
        if (byText.threads > 0 || recorded.isEmpty()) {
            return byText;
        }
        return new Depths(
                recorded.size(),
                recorded.stream().mapToLong(Integer::longValue).sum(),
                recorded.stream().mapToLong(Integer::longValue).max().orElse(0),
                "",
                recorded.stream().filter(depth -> depth >= MAX_FRAMES).count());
    }

    private static Depths of(@Nullable ThreadDump dump, boolean virtual) {
        List<ThreadDump.Stack> stacks = new ArrayList<>();
        if (dump != null) {
            dump.stacks().stream()
                    .filter(stack ->
                            stack.virtual() == virtual && !stack.frames().isEmpty())
                    .filter(stack -> stack.extent() != ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND)
                    .filter(stack -> virtual || !isOfTheJvm(stack))
                    .forEach(stacks::add);
        }
        ThreadDump.Stack deepest = stacks.stream()
                .max(Comparator.<ThreadDump.Stack>comparingInt(
                                stack -> stack.frames().size())
                        .thenComparing(stack -> stack.names().toString()))
                .orElse(null);
        return new Depths(
                stacks.stream().mapToLong(ThreadDump.Stack::count).sum(),
                stacks.stream()
                        .mapToLong(stack -> stack.count() * stack.frames().size())
                        .sum(),
                deepest == null ? 0 : deepest.frames().size(),
                deepest == null || deepest.names().isEmpty()
                        ? ""
                        : deepest.names().get(0),
                stacks.stream()
                        .filter(ThreadDump.Stack::isTruncated)
                        .mapToLong(ThreadDump.Stack::count)
                        .sum());
    }

    /** Whether the JVM started these threads for itself. */
    static boolean isOfTheJvm(ThreadDump.Stack stack) {
        return stack.names().stream().anyMatch(JvmNames::isOfJvm)
                || stack.frames().stream().anyMatch(frame -> frame.className().equals(CarrierNames.CLASS));
    }
}
