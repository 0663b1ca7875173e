package dev.loomweight.own;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.NearLimit;
import dev.loomweight.capture.OwnJvm;
import dev.loomweight.capture.RollingCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A program that captures itself, grows, and is killed when half of one answer of its second snapshot is on the disk. */
public final class KilledInSnapshot {

    private static final Set<Part> PARTS = Part.usualWithout(Part.THREADS_JSON);
    private static final List<ByteBuffer> HELD = new ArrayList<>();

    private KilledInSnapshot() {}

    /**
     * Runs it.
     *
     * @param arguments the capture, the beginning of the command in whose answer it is killed, and how much it grows in MB
     */
    public static void main(String[] arguments) {
        OwnJvm jvm = OwnJvm.open();
        RollingCapture capture = new RollingCapture(
                CaptureFolder.create(Path.of(arguments[0])),
                10,
                Map.of("target", "app", "pid", jvm.pid(), "collector", "agent", "targetEnded", "killed"));
        capture.snapshot(jvm, "start", PARTS);
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            while (buffer.hasRemaining()) {
                buffer.put((byte) 1);
            }
            HELD.add(buffer);
        }
        capture.snapshot(new Killed(jvm, arguments[1]), NearLimit.COMPLETE_NAME, PARTS);
    }

    private record Killed(OwnJvm jvm, String command) implements DiagnosticCommands {

        @Override
        public String run(String line) {
            if (line.startsWith(command)) {
                throw new DataException("it must be killed before");
            }
            return jvm.run(line);
        }

        @Override
        public void run(String line, Path file) {
            if (!line.startsWith(command)) {
                jvm.run(line, file);
                return;
            }
            String answer = jvm.run(line);
            try {
                Files.writeString(file, answer.substring(0, answer.length() / 2));
                new ProcessBuilder("kill", "-9", Long.toString(pid())).start();
            } catch (IOException e) {
                throw new DataException(e.toString(), e);
            }
            while (true) {
                LockSupport.park();
            }
        }

        @Override
        public long pid() {
            return jvm.pid();
        }
    }
}
