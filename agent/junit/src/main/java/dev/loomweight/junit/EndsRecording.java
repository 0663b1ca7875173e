package dev.loomweight.junit;

import dev.loomweight.junit.spi.LaterEnds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;

/** A recording of the ends of threads alone, which goes on when that of the run has ended. */
final class EndsRecording implements LaterEnds {

    private static final List<String> ENDS = List.of("jdk.VirtualThreadEnd", "jdk.ThreadEnd");

    private final Recording recording;
    private final Path file;

    private EndsRecording(Recording recording, Path file) {
        this.recording = recording;
        this.file = file;
    }

    /** Starts it, before that of the run ends. */
    static EndsRecording start(Path file) {
        Recording recording = new Recording();
        recording.setName("loomweight ends of threads");
        ENDS.forEach(name -> recording.enable(name).withoutStackTrace());
        recording.enable("jdk.ActiveSetting").withoutStackTrace();
        recording.enable("jdk.DataLoss").withoutStackTrace();
        recording.start();
        return new EndsRecording(recording, file);
    }

    @Override
    public Path read() throws IOException {
        Files.deleteIfExists(file);
        recording.dump(file);
        return file;
    }

    /** Ends it, and keeps nothing. */
    void close() {
        recording.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            GateLog.print("cannot delete " + file + ": " + e);
        }
    }
}
