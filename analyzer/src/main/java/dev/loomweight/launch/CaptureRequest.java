package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What to capture of an application, however it was started.
 *
 * @param folder the capture to make; must not exist or be empty
 * @param every the maximum time between two snapshots; positive
 * @param parts the parts of each snapshot
 * @param detail whether call sites of native memory are captured, if NMT has them
 * @param settings a .jfc file, {@code default} or {@code profile} for the JDK's settings, {@code threads} for
 *     Loomweight's with thread events, null for Loomweight's
 * @param minFreeBytes the space to keep free on the disks that are written to, in bytes
 * @param classes whether the capture names the class path and the JDK of the application
 * @param carriers whether the capture has where the time of the carriers of virtual threads goes
 * @param samples the samples of running threads that Loomweight's settings record
 * @param dumps which thread dumps are taken in addition to snapshots, or null for none
 */
public record CaptureRequest(
        Path folder,
        Duration every,
        Set<Part> parts,
        boolean detail,
        @Nullable String settings,
        long minFreeBytes,
        boolean classes,
        boolean carriers,
        Samples samples,
        @Nullable DumpRequest dumps) {

    public CaptureRequest {
        parts = Set.copyOf(parts);
    }

    /** What takes these thread dumps into a capture, or null where none are wanted. */
    @Nullable
    DumpTaker taker(RollingCapture capture, Consumer<String> remarks) {
        return dumps == null
                ? null
                : new DumpTaker(dumps, capture.dumps(ThreadDumps.MOST, Long.MAX_VALUE, minFreeBytes), capture, remarks);
    }
}
