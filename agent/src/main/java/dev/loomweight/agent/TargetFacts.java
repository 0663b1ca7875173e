package dev.loomweight.agent;

import dev.loomweight.capture.CaptureLabels;
import dev.loomweight.capture.ClassFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a capture says of the application that the agent is in. */
final class TargetFacts {

    private TargetFacts() {}

    /**
     * What is known of it; keys as in {@code capture.json}.
     *
     * @param labels what it is of
     */
    static Map<String, Object> of(AgentOptions options, Map<String, String> labels) {
        Map<String, Object> facts = new LinkedHashMap<>();
        // The first word alone: what follows are the application's arguments, which can hold a password.
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        // Not as a path: the file system need not have all letters of a class.
        String file = command.replaceFirst("[/\\\\]+$", "").replaceFirst("^.*[/\\\\]", "");
        facts.put("target", file.isEmpty() ? "application" : file);
        facts.put("collector", "agent");
        facts.put("jdk", System.getProperty("java.vm.version", "unknown"));
        facts.put("pid", ProcessHandle.current().pid());
        if (options.recorded().classpath()) {
            Extra.start("class path in the capture", () -> facts.putAll(ClassFacts.ofThisJvm()));
        }
        if (!labels.isEmpty()) {
            facts.put(CaptureLabels.KEY, labels);
        }
        return facts;
    }

    /** What the capture says that it is of. */
    static Map<String, String> labels(AgentOptions options) {
        Map<String, String> labels = new TreeMap<>();
        if (options.labels().ofEnvironment()) {
            labels.putAll(CaptureLabels.of(System.getenv(), CaptureLabels.POD_LABELS));
        }
        labels.putAll(options.labels().given());
        return labels;
    }
}
