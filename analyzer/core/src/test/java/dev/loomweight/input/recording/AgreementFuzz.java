package dev.loomweight.input.recording;

import dev.loomweight.fuzz.Law;
import dev.loomweight.sample.PinEvents.Pin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * A small chunk of which anything but the header is changed, by our reader and by the JDK's: what is read without a word
 * has the pins that the JDK's reader finds. That one decodes every event, and gives up on the first that makes no sense;
 * ours passes over events that nobody asked for, and can say nothing of them.
 */
public final class AgreementFuzz {

    private static final byte[] BASE = base();

    private AgreementFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] chunk = Arrays.copyOf(BASE, BASE.length);
        System.arraycopy(input, 0, chunk, ChunkBytes.HEADER, Math.min(input.length, chunk.length - ChunkBytes.HEADER));
        Law.holdsForFile(chunk, "agreed.jfr", file -> {
            Recordings.Reading ours = Recordings.read(file);
            if (!ours.coverage().notes().isEmpty() || ours.coverage().unreadBytes() > 0) {
                return;
            }
            long pins = ours.of(Pin.class).size();
            Long theirs = byJdk(file);
            if (theirs != null && pins != theirs) {
                throw new AssertionError(pins + " pins without a word, by the JDK " + theirs);
            }
        });
    }

    /** The pins by the JDK's reader, or null where it gives up. */
    static @Nullable Long byJdk(Path file) {
        try {
            return RecordingFile.readAllEvents(file).stream()
                    .filter(AgreementFuzz::isPin)
                    .count();
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            return null;
        }
    }

    private static boolean isPin(RecordedEvent event) {
        return event.getEventType().getName().equals(Pin.EVENT);
    }

    /** The chunk behind its header. */
    public static List<byte[]> seeds() {
        return List.of(Arrays.copyOfRange(BASE, ChunkBytes.HEADER, BASE.length));
    }

    private static byte[] base() {
        try {
            return MadeChunks.small();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
