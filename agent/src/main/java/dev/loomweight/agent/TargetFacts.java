package dev.loomweight.agent;

import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.capture.ClassFacts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a capture says of the application that the agent is in. */
final class TargetFacts {

    private TargetFacts() {}

    /** What is known of it; keys as in {@code capture.json}. */
    static Map<String, Object> of(AgentOptions options) {
        Map<String, Object> facts = new LinkedHashMap<>();
        // The first word alone: what follows are the application's arguments, which can hold a password.
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        facts.put(
                "target",
                command.isEmpty()
                        ? "application"
                        : String.valueOf(Path.of(command).getFileName()));
        facts.put("collector", "agent");
        facts.put("jdk", System.getProperty("java.vm.version", "unknown"));
        facts.put("pid", ProcessHandle.current().pid());
        if (options.classpath()) {
            facts.putAll(ClassFacts.ofThisJvm());
        }
        Map<String, String> labels = labels(options);
        if (!labels.isEmpty()) {
            facts.put(CaptureLabels.KEY, labels);
        }
        return facts;
    }

    /** What the capture says that it is of. */
    static Map<String, String> labels(AgentOptions options) {
        Map<String, String> labels = new TreeMap<>();
        if (options.labelsOfEnvironment()) {
            labels.putAll(CaptureLabels.of(System.getenv(), CaptureLabels.POD_LABELS));
        }
        labels.putAll(options.labels());
        return labels;
    }
}
