package dev.loomweight.capture;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a capture is of: {@code labels} in {@code capture.json}, such as {@code service}, {@code version} and {@code pod},
 * by which recordings of many processes are compared. Of the environment, the variables named here are read and no others,
 * and of OpenTelemetry's resource attributes those that say what a process is.
 */
public final class CaptureLabels {

    /** The key in {@code capture.json}. */
    public static final String KEY = "labels";

    /** The most labels of a capture. */
    public static final int MAX_LABELS = 32;

    /** Where Kubernetes' examples let the downward API write the labels of a pod. */
    public static final Path POD_LABELS = Path.of("/etc/podinfo/labels");

    private static final int LONGEST = 256;
    private static final String ATTRIBUTES = "OTEL_RESOURCE_ATTRIBUTES";
    private static final String SERVICE_NAME = "OTEL_SERVICE_NAME";

    // OpenTelemetry's semantic conventions, the first of a label that is there.
    private static final Map<String, String> OF_ATTRIBUTES = attributes();

    // What Kubernetes' downward API is usually asked to put into the environment, the first of a label that is there.
    private static final Map<String, String> OF_VARIABLES = variables();

    private CaptureLabels() {}

    private static Map<String, String> attributes() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("service.name", "service");
        labels.put("service.version", "version");
        labels.put("service.namespace", "serviceNamespace");
        labels.put("k8s.pod.name", "pod");
        labels.put("service.instance.id", "instance");
        labels.put("k8s.namespace.name", "namespace");
        labels.put("k8s.node.name", "node");
        labels.put("k8s.container.name", "container");
        labels.put("k8s.cluster.name", "cluster");
        labels.put("k8s.deployment.name", "deployment");
        labels.put("deployment.environment.name", "environment");
        labels.put("deployment.environment", "environment");
        labels.put("cloud.region", "region");
        return labels;
    }

    private static Map<String, String> variables() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("POD_NAME", "pod");
        labels.put("POD_NAMESPACE", "namespace");
        labels.put("NODE_NAME", "node");
        labels.put("CONTAINER_NAME", "container");
        return labels;
    }

    /** Whether a name and a value can be a label: both are there, and neither is too long. */
    public static boolean isValid(String name, String value) {
        return !name.isEmpty() && !value.isEmpty() && name.length() <= LONGEST && value.length() <= LONGEST;
    }

    /**
     * A label as users write it, {@code service=checkout}, added to others.
     *
     * @throws IllegalArgumentException if it is none, or one too many
     */
    public static void add(String written, Map<String, String> to) {
        int equals = written.indexOf('=');
        String name = equals < 0 ? "" : written.substring(0, equals).trim();
        String value = written.substring(equals + 1).trim();
        if (!isValid(name, value)) {
            throw new IllegalArgumentException("expected a label such as service=checkout, and not " + written);
        }
        if (to.size() >= MAX_LABELS && !to.containsKey(name)) {
            throw new IllegalArgumentException("more than " + MAX_LABELS + " labels");
        }
        to.put(name, value);
    }

    /**
     * The labels that an environment has: of the resource attributes of OpenTelemetry, and of Kubernetes' downward API.
     * Attributes win.
     *
     * @param environment the variables of a process, of which few are read
     */
    public static Map<String, String> of(Map<String, String> environment) {
        Map<String, String> labels = new TreeMap<>();
        put(labels, "service", environment.getOrDefault(SERVICE_NAME, ""));
        Map<String, String> attributes = new TreeMap<>();
        for (String pair : environment.getOrDefault(ATTRIBUTES, "").split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                attributes.putIfAbsent(
                        pair.substring(0, equals).trim(),
                        decoded(pair.substring(equals + 1).trim()));
            }
        }
        OF_ATTRIBUTES.forEach((attribute, label) -> put(labels, label, attributes.getOrDefault(attribute, "")));
        OF_VARIABLES.forEach((variable, label) -> put(labels, label, environment.getOrDefault(variable, "")));
        return labels;
    }

    /**
     * The same with the labels of a pod that Kubernetes' downward API has put into a file.
     *
     * @param file as the API writes it: {@code app.kubernetes.io/name="checkout"} a line; nothing is added where it is not
     *     there or cannot be read
     */
    public static Map<String, String> of(Map<String, String> environment, Path file) {
        Map<String, String> labels = of(environment);
        try {
            if (Files.isRegularFile(file) && Files.size(file) < 1 << 16) {
                Map<String, String> pod = new TreeMap<>();
                for (String line : Files.readAllLines(file)) {
                    int equals = line.indexOf('=');
                    if (equals > 0) {
                        pod.put(
                                line.substring(0, equals),
                                line.substring(equals + 1).replaceAll("^\"|\"$", ""));
                    }
                }
                for (String name : List.of("app.kubernetes.io/name", "app")) {
                    put(labels, "service", pod.getOrDefault(name, ""));
                }
                for (String name : List.of("app.kubernetes.io/version", "version")) {
                    put(labels, "version", pod.getOrDefault(name, ""));
                }
            }
        } catch (IOException e) {
            // Whoever wants its labels finds them missing; the capture goes on.
        }
        return labels;
    }

    private static void put(Map<String, String> labels, String name, String value) {
        if (isValid(name, value)) {
            labels.putIfAbsent(name, value);
        }
    }

    /** Percent-encoding, as W3C's baggage has it; what is encoded wrongly stays as it is. */
    private static String decoded(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        try {
            // A plus sign is one there.
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
