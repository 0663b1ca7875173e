package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Map;
import jdk.jfr.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingOptionsTest {

    private static final String START = "jdk.VirtualThreadStart#enabled";
    private static final String END = "jdk.VirtualThreadEnd#enabled";

    @TempDir
    private Path folder;

    @Test
    void threadEventsAreOffUnlessAskedFor() throws IOException, ParseException {
        Map<String, String> usual = settings(RecordingOptions.settings(false));
        Map<String, String> threads = settings(RecordingOptions.settings(true));

        assertThat(usual).containsEntry(START, "false").containsEntry(END, "false");
        assertThat(threads).containsEntry(START, "true").containsEntry(END, "true");
        threads.put(START, "false");
        threads.put(END, "false");
        assertThat(threads).isEqualTo(usual).containsEntry("jdk.VirtualThreadPinned#enabled", "true");
    }

    @Test
    void theWordThreadsAsksForThem() throws IOException, ParseException {
        CaptureFolder capture = CaptureFolder.create(folder.resolve("a.lw"));

        assertThat(RecordingOptions.writeSettings(capture, "profile")).isNull();
        assertThat(settings(Files.readString(RecordingOptions.writeSettings(capture, null))))
                .containsEntry(START, "false");
        assertThat(settings(Files.readString(RecordingOptions.writeSettings(capture, "threads"))))
                .containsEntry(START, "true");
    }

    private static Map<String, String> settings(String text) throws IOException, ParseException {
        return Configuration.create(new StringReader(text)).getSettings();
    }
}
