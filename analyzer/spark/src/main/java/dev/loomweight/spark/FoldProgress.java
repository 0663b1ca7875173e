package dev.loomweight.spark;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** How far the folding is, in the words of the driver's log: each time that another tenth is done. */
final class FoldProgress extends SparkListener {

    private static final int STEPS = 10;

    private final int[] recordings;
    private final int all;
    private final Consumer<String> lines;
    private final Set<Integer> done = new HashSet<>();
    private int folded;
    private int said;
    private boolean slicesEnded;
    private boolean ended;

    /**
     * Of a job whose tasks are these.
     *
     * @param slices the recordings of each task, in the order of the tasks
     * @param lines takes each line; called by one thread at a time
     */
    FoldProgress(List<? extends List<Recording>> slices, Consumer<String> lines) {
        this.recordings = slices.stream().mapToInt(List::size).toArray();
        this.all = slices.stream().mapToInt(List::size).sum();
        this.lines = lines;
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        int task = end.taskInfo().index();
        // A later attempt may have left some, which is known when all have ended.
        if (!slicesEnded && end.reason() instanceof Success$ && end.taskInfo().attemptNumber() == 0 && done.add(task)) {
            say(folded + recordings[task]);
        }
    }

    private void say(int now) {
        folded = now;
        if ((long) folded * STEPS / all > said) {
            said = (int) ((long) folded * STEPS / all);
            lines.accept(String.format(Locale.ROOT, "folded %,d of %,d recordings", folded, all));
        }
    }

    @Override
    public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        if (!ended) {
            lines.accept("lost executor " + removed.executorId() + "; what it was folding is folded by others");
        }
    }

    /**
     * That the slices are folded: Spark may tell of the last of them later.
     *
     * @param left how many recordings were left, to be folded alone
     */
    synchronized void slicesEnded(int left) {
        slicesEnded = true;
        if (left == 0) {
            say(all);
        } else {
            lines.accept(String.format(
                    Locale.ROOT,
                    "folded %,d of %,d recordings; executors ended with %,d, each of which is folded again alone",
                    all - left,
                    all,
                    left));
        }
    }

    /** That the folding is over: what ends from now on is something else. */
    synchronized void end() {
        ended = true;
    }
}
