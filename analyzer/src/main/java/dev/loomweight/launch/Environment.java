package dev.loomweight.launch;

import dev.loomweight.capture.Proc;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;

/** The environment that a process was started with, where the kernel lets its owner read it. */
final class Environment {

    private static final int MOST_BYTES = 4 << 20;

    private Environment() {}

    /** The variables of a process; none where they cannot be read. */
    static Map<String, String> of(long pid) {
        try (InputStream in = Files.newInputStream(Proc.of(pid).resolve("environ"))) {
            return parse(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** The variables of a text in which each ends with a zero. */
    static Map<String, String> parse(String text) {
        Map<String, String> variables = new TreeMap<>();
        for (String variable : text.split("\0", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                variables.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return variables;
    }
}
