package dev.loomweight.memory.threadcost.bounds;

import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import java.util.Collections;
import java.util.List;

/** Threads at sites, made up by their number and their frames. */
final class Sites {

    private static final Frame FRAME = new Frame("app.Site", "wait", "", 1, -1, 0, "");

    private Sites() {}

    static Standing site(long threads, int frames, Long... chunksSeen) {
        return new Standing(threads, List.of(stack(frames, ThreadDump.Extent.COMPLETE)), 0, List.of(chunksSeen));
    }

    static ThreadDump.Stack stack(int frames, ThreadDump.Extent extent) {
        return new ThreadDump.Stack(Collections.nCopies(frames, FRAME), true, null, false, 1, List.of(), extent);
    }
}
