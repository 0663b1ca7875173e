package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.Manifest;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads what the agent has written. */
public final class AgentCaptures {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private AgentCaptures() {}

    /** Looks again and again until something is so; fails if that takes unreasonably long. */
    public static void until(String what, BooleanSupplier isSo) {
        until(() -> what, isSo);
    }

    /** The same, where what is said of a failure is made of what was seen last. */
    public static void until(Supplier<String> what, BooleanSupplier isSo) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as(() -> what.get() + " comes about").isLessThan(end);
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Waits until the agent has a snapshot that comes after all else has begun. */
    public static void untilBegun(Path capture) {
        until(
                "a snapshot in " + capture + " when all has begun",
                () -> finished(capture).anyMatch(Set.of("begun", "periodic")::contains));
    }

    /** Waits until a capture has a snapshot. */
    public static void untilSampled(Path capture) {
        until("a snapshot in " + capture, () -> finished(capture).findAny().isPresent());
    }

    /** The names of its finished snapshots. */
    private static Stream<String> finished(Path capture) {
        return manifest(capture).isEmpty()
                ? Stream.empty()
                : json(capture).getAsJsonArray("snapshots").asList().stream()
                        .map(JsonElement::getAsJsonObject)
                        .filter(snapshot -> !snapshot.has(Manifest.UNFINISHED))
                        .map(snapshot -> snapshot.get("name").getAsString());
    }

    public static String manifest(Path capture) {
        try {
            Path file = capture.resolve(CaptureFolder.MANIFEST);
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static JsonObject json(Path capture) {
        return JsonParser.parseString(manifest(capture)).getAsJsonObject();
    }

    /** The agent's jar, which is made in the folder where none was built. */
    public static Path jar(Path folder) throws Exception {
        return AgentProcess.jar(folder);
    }

    /** What the command prints of a capture. */
    public static String read(String question, Path capture, String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = new String[options.length + 2];
        arguments[0] = question;
        arguments[1] = capture.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        int status = CliRun.run(out, err, arguments);
        assertThat(status).as("%s%s", out, err).isZero();
        return out.toString();
    }
}
