package dev.loomweight.capture;

import org.jspecify.annotations.Nullable;

/**
 * The course of one capture through its {@link CaptureState}s. What happens is reported here, by whatever thread sees it;
 * the first reason for an end is the true one. Nothing here writes: {@link Manifest} does, when the end has come.
 *
 * <p>Safe for several threads; no call blocks.
 */
public final class CaptureCourse {

    private CaptureState state = CaptureState.RUNNING;
    private boolean wasHalted;
    private @Nullable CaptureEnd decided;
    private @Nullable CaptureEnd lacking;

    /** How it stands now. */
    public synchronized CaptureState state() {
        return state;
    }

    /** Whether anything new may be taken: no end is decided. */
    public synchronized boolean isOpen() {
        return state == CaptureState.RUNNING || state == CaptureState.HALTED;
    }

    /**
     * The target does not run, or its disk is nearly full.
     *
     * @return whether it is the first time: people are told once, however often that happens
     */
    public synchronized boolean halt() {
        if (!to(CaptureState.HALTED) || wasHalted) {
            return false;
        }
        wasHalted = true;
        return true;
    }

    /** Things are taken, again or still. */
    public synchronized void resume() {
        if (state == CaptureState.HALTED) {
            state = CaptureState.RUNNING;
        }
    }

    /** Something lacks: a capture that would be complete ends so. */
    public synchronized void lack(CaptureEnd instead) {
        lacking = instead;
    }

    /**
     * From now on nothing is taken; whatever is said at the end, this is why.
     *
     * @return whether it is this call that decided the end
     */
    public synchronized boolean close(CaptureEnd why) {
        if (!to(CaptureState.CLOSING)) {
            return false;
        }
        decided = why;
        return true;
    }

    /**
     * Ends it.
     *
     * @param end how, unless an end is decided already
     * @return the end, or null if it had ended before
     */
    synchronized @Nullable CaptureEnd end(CaptureEnd end) {
        CaptureEnd last = end.state() == CaptureState.COMPLETE && lacking != null ? lacking : end;
        last = decided == null ? last : decided;
        return to(last.state()) ? last : null;
    }

    private boolean to(CaptureState next) {
        if (!state.leadsTo(next)) {
            return false;
        }
        state = next;
        return true;
    }
}
