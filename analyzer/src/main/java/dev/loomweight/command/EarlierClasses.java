package dev.loomweight.command;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.InputFile;
import dev.loomweight.launch.InstalledJdks;
import dev.loomweight.launch.OwnClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class files of the earlier of two builds: those that the user names, or those that its capture names, or else those
 * of the later one.
 *
 * @param classpath the class files that the user names; may be empty
 * @param jdk the home of the JDK that the user names, or null
 */
public record EarlierClasses(
        List<String> classpath, @Nullable Path jdk) {

    /** Nothing is named. */
    public static final EarlierClasses NONE = new EarlierClasses(List.of(), null);

    private static final int MOST_BYTES = 16 << 20;

    public EarlierClasses {
        classpath = List.copyOf(classpath);
    }

    /**
     * The same with what a file says, where the user has said nothing.
     *
     * @param found the class files
     * @param home the home of the JDK, or null
     */
    public EarlierClasses orElse(List<String> found, @Nullable Path home) {
        return new EarlierClasses(classpath.isEmpty() ? found : classpath, jdk == null ? home : jdk);
    }

    /** The request for the earlier input. */
    PinRequest request(PinRequest later, Path input) {
        PinRequest named = later.of(classpath, jdk);
        return withOwn(named, input).orElse(later.classpath(), later.jdk(), List.of(), 0);
    }

    /**
     * A request with the class files that a capture names, where the user names none. Its JDK is taken only if it is
     * installed on this machine.
     */
    static PinRequest withOwn(PinRequest request, Path input) {
        JsonObject manifest = manifest(input);
        if (manifest == null) {
            return request;
        }
        List<String> classPath = new ArrayList<>();
        JsonElement entries = manifest.get(OwnClasses.CLASS_PATH);
        if (entries != null && entries.isJsonArray()) {
            for (JsonElement entry : entries.getAsJsonArray()) {
                if (exists(entry)) {
                    classPath.add(entry.getAsString());
                }
            }
        }
        return request.withDefaults(classPath, home(manifest.get(OwnClasses.JAVA_HOME)));
    }

    // Whoever made the capture may have put a program of theirs there.
    private static @Nullable Path home(@Nullable JsonElement named) {
        Path home = named != null && exists(named) ? Path.of(named.getAsString()) : null;
        return home != null && InstalledJdks.contains(home) ? home : null;
    }

    private static boolean exists(JsonElement path) {
        try {
            return path.isJsonPrimitive() && Files.exists(Path.of(path.getAsString()));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** What a capture says of itself: of the one that is named, or that a snapshot or a recording is in; null if none. */
    private static @Nullable JsonObject manifest(Path input) {
        Path inside = input.toAbsolutePath();
        for (Path folder : new Path[] {inside, inside.getParent()}) {
            Path file = folder == null ? null : folder.resolve(CaptureFolder.MANIFEST);
            if (file != null && Files.isRegularFile(file)) {
                try {
                    JsonElement json = JsonParser.parseString(InputFile.text(file, MOST_BYTES));
                    return json.isJsonObject() ? json.getAsJsonObject() : null;
                } catch (IOException | JsonParseException e) {
                    // Whoever reads the capture says so.
                    return null;
                }
            }
        }
        return null;
    }
}
