package dev.loomweight.command;

import dev.loomweight.capture.HeldFolder;
import dev.loomweight.input.recording.RepositoryFollower;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.live.LiveState;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Follows the recording that a JVM writes, and gives its figures. */
final class FollowedRecording implements AutoCloseable {

    private final LiveState state;
    private final RepositoryFollower follower;
    private LiveMemory.Tracking tracking = LiveMemory.Tracking.UNKNOWN;

    private FollowedRecording(LiveState state, RepositoryFollower follower) {
        this.state = state;
        this.follower = follower;
    }

    /**
     * Follows a recording.
     *
     * @param repository the folder with its chunks; closed with this
     * @param from ignores events that ended earlier
     * @param interest the events that are read
     * @param state the state of the JVM
     * @param sink takes the samples, instead of the state
     */
    static FollowedRecording follow(
            HeldFolder repository, Instant from, Interest interest, LiveState state, Consumer<Sample> sink) {
        return new FollowedRecording(
                state,
                RepositoryFollower.of(
                        repository,
                        from,
                        interest,
                        Map.of(
                                VirtualThreadStart.EVENT, state::threadStarted,
                                VirtualThreadEnd.EVENT, state::threadEnded),
                        sink));
    }

    /** Continues in the folder that the recording is written to now. */
    void moveTo(HeldFolder repository) {
        follower.moveTo(repository);
    }

    /** See {@link Watched#at}. */
    LiveFigures at(Instant time) {
        if (follower.givesReasons()) {
            state.givesReasons();
        }
        state.lost(follower.lostBytes());
        LiveFigures moment = state.at(time);
        tracking = moment.memory().tracking();
        return moment;
    }

    /** See {@link Watched#hints}. */
    List<String> hints() {
        return tracking == LiveMemory.Tracking.OFF
                ? List.of("Native memory tracking is off; it can be enabled only when the JVM starts, with "
                        + NmtStart.SUMMARY + ".")
                : List.of();
    }

    @Override
    public void close() {
        follower.close();
    }
}
