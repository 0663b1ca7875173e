package dev.loomweight.threads.judge;

import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a moment, what it does and how it waits: {@link ThreadJudge} decides that.
 *
 * @param index its place among the threads of the moment
 * @param thread as the dumps have it
 * @param waiting how it waits
 * @param state what it does; of one that was woken, that it could run, while it still stands in that wait
 * @param mounted whether it is a virtual thread that has a carrier
 */
public record Party(int index, DumpedThread thread, ThreadWait waiting, ThreadState state, boolean mounted) {

    /** The same, waiting otherwise. */
    public Party waiting(ThreadWait other) {
        return new Party(index, thread, other, ThreadState.of(thread.stack(), thread.facts(), other), mounted);
    }

    /** The same, which was woken and has no carrier. */
    Party woken() {
        return new Party(index, thread, waiting, ThreadState.READY, mounted);
    }

    /** Whether it was woken from the wait in which it stands, and has no carrier: for a moment, this is usual. */
    public boolean isWoken() {
        return state == ThreadState.READY && waiting.kind() != WaitKind.CARRIER;
    }

    /** Whether it is a carrier with a virtual thread. */
    public boolean isCarrying() {
        return state == ThreadState.CARRIES;
    }

    /** Whether it is in native code, as {@link ThreadState#IN_NATIVE} has it. */
    public boolean inNative() {
        return state == ThreadState.IN_NATIVE;
    }

    /** Where people look at it: the innermost frame that is not the JDK's, or else the innermost; null without frames. */
    public @Nullable Frame siteFrame() {
        List<Frame> frames = thread.frames();
        return frames.isEmpty() ? null : frames.get(Math.max(waiting.site(), 0));
    }

    /** What it does, in words: of one that waits, for what. */
    public String doing() {
        return switch (state) {
            case WAITS, PINNED, IDLE -> "waits for " + waiting.kind().words();
            default -> state.words();
        };
    }

    /** Whether it is virtual. */
    public boolean virtual() {
        return thread.isVirtual();
    }

    /** Its tid. */
    public long id() {
        return thread.id();
    }
}
