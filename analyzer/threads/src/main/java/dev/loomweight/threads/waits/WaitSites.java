package dev.loomweight.threads.waits;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which traced stacks are one site: what is waited for, and where. */
final class WaitSites {

    private final WaitPlaces places;
    private final Map<WaitTimes.Key, At> known = new HashMap<>();

    /** @param owners whose code frames are */
    WaitSites(Owners owners) {
        this.places = new WaitPlaces(owners);
    }

    /**
     * A site.
     *
     * @param kind what for
     * @param type the class of what is waited for, as people name it; empty where it is not known
     * @param place where; null without a stack
     * @param listening whether it waits for what may never come: a connection, a key
     */
    record At(Doing kind, String type, @Nullable CodePlace place, boolean listening) {}

    /** The site of a stack. */
    At at(WaitTimes.Key key) {
        return known.computeIfAbsent(key, this::find);
    }

    private At find(WaitTimes.Key key) {
        RecordedFrames frames = new RecordedFrames(key.stack());
        ThreadWait wait =
                ThreadWait.of(frames, new ThreadFacts("", true, null, null, false, false, key.notified(), null));
        // It left its carrier for nothing: it yielded, and waited for one.
        Doing kind = wait.kind() == WaitKind.NONE ? Doing.READY : Doing.of(wait.kind());
        String type = switch (kind) {
            case LOCK, PERMIT, POOL -> wait.typeOf(frames);
            default -> "";
        };
        return new At(
                kind,
                type,
                places.of(new StackLines(key.stack()), wait.frame()),
                kind == Doing.IO && ThreadWait.isListening(frames));
    }
}
