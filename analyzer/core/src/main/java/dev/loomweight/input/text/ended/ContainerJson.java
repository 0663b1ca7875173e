package dev.loomweight.input.text.ended;

import dev.loomweight.input.text.ended.ContainerFacts.StateFacts;
import dev.loomweight.input.text.lines.JsonTokens;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Pod;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code docker inspect}, {@code podman inspect} and {@code kubectl get pod -o json} or {@code -o yaml}, or a part of these.
 * Values are known by their path, of which the beginning may be missing.
 */
public final class ContainerJson {

    private static final Pattern SIGN = Pattern.compile("(?:.*[{,] *|[#>*|/]+ *)?\"?(?:OOMKilled\"?: ?\"?(?:true|false)"
            + "|exitCode\"?: ?-?\\d+|terminated\"?: ?\\{?|reason\"?: ?\"?(?:OOMKilled|Evicted)).*");

    /** What lines of YAML do not have. */
    private static final Pattern IN_JSON = Pattern.compile("[\"{]|,\\s*$");

    /** The last run, or the state now, of a container in the status of a pod. */
    private static final Pattern STATE =
            Pattern.compile("(.*?)(?:(lastState|state)/)?(terminated|running|waiting)/(\\w+)");

    /** A container of a pod, in its status or its specification. */
    private static final Pattern OF_POD = Pattern.compile(
            "(.*?)(?:status/)?(?:spec/)?(?:containerStatuses|initContainerStatuses|containers|initContainers)/(\\d+)/(.*)");

    private static final Pattern PROBE = Pattern.compile(".*failed (?:liveness|startup) probe.*");

    /** The values that are kept; all others may be anything. */
    private static final Set<String> KEPT = Set.of(
            "name",
            "exitcode",
            "oomkilled",
            "reason",
            "message",
            "startedat",
            "finishedat",
            "memory",
            "restartcount",
            "containerid",
            "id",
            "status",
            "running",
            "uid",
            "kind");

    private static final Set<String> OPTIONS = Set.of("args", "cmd", "command", "entrypoint", "env", "value", "path");

    private static final Pattern OF_DOCKER =
            Pattern.compile("(|.*?/)(State/\\w+|HostConfig/Memory|RestartCount|Name|Id|OOMKilled|ExitCode)");

    private final Map<String, String> values = new LinkedHashMap<>();
    /** By the path of a container, its size of the heap. */
    private final Map<String, ContainerFacts> options = new LinkedHashMap<>();

    private ContainerJson() {}

    /** Whether a line, stripped, is one of it. */
    public static boolean isSign(String text) {
        return (text.contains("OOMKilled")
                        || text.contains("exitCode")
                        || text.contains("terminated")
                        || text.contains("Evicted"))
                && SIGN.matcher(text).matches();
    }

    /** The containers, as far as anything is said of their state. */
    public static TextRead read(LineCursor lines) {
        ContainerJson text = new ContainerJson();
        List<String> all = new ArrayList<>();
        boolean json = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            json |= isSign(line.strip()) && IN_JSON.matcher(line).find();
            all.add(line);
        }
        if (json) {
            text.json(new JsonTokens(new LineCursor(new StringReader(String.join("\n", all)), lines.name())));
        } else {
            text.yaml(all);
        }
        List<Container> found = text.containers();
        return new TextRead(found.isEmpty() ? List.of() : List.of(new Containers(found)), List.of());
    }

    private void value(String path, String value) {
        String key = path.substring(path.lastIndexOf('/') + 1);
        String parent = path.replaceFirst("/\\d+$", "");
        String list = parent.substring(parent.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (OPTIONS.contains(list)) {
            options.computeIfAbsent(root(path), at -> new ContainerFacts()).options(value);
        } else if (KEPT.contains(key.toLowerCase(Locale.ROOT))) {
            values.putIfAbsent(path, value);
        }
    }

    /** The path of the container that a value is of. */
    private static String root(String path) {
        Matcher pod = OF_POD.matcher(path + "/");
        if (pod.matches()) {
            return path.substring(0, pod.start(3));
        }
        int config = path.indexOf("Config/");
        return config >= 0 ? path.substring(0, config) : path.replaceFirst("(?:Args|Path)(?:/\\d+)?$", "");
    }

    /** Tokens in any layout, from wherever it begins. */
    private void json(JsonTokens tokens) {
        Deque<Integer> indexes = new ArrayDeque<>();
        Deque<String> path = new ArrayDeque<>();
        String key = "";
        String held = "";
        for (JsonTokens.Token token = tokens.next(); token != JsonTokens.Token.END; token = tokens.next()) {
            switch (token) {
                case OPEN_OBJECT, OPEN_ARRAY -> {
                    path.addLast(path(path, indexes, key));
                    indexes.addLast(token == JsonTokens.Token.OPEN_ARRAY ? 0 : -1);
                    key = "";
                }
                case CLOSE_OBJECT, CLOSE_ARRAY -> {
                    path.pollLast();
                    indexes.pollLast();
                    key = "";
                }
                case COLON -> key = held;
                case COMMA -> {
                    Integer index = indexes.pollLast();
                    if (index != null) {
                        indexes.addLast(index < 0 ? index : index + 1);
                    }
                    key = "";
                }
                case STRING, LITERAL -> {
                    if (key.isEmpty() && (indexes.isEmpty() || indexes.getLast() < 0)) {
                        held = tokens.text();
                    } else {
                        value(path(path, indexes, key), tokens.text());
                        key = "";
                    }
                }
                case END -> {}
            }
        }
    }

    private static String path(Deque<String> path, Deque<Integer> indexes, String key) {
        String before = path.isEmpty() ? "" : path.getLast();
        int index = indexes.isEmpty() ? -1 : indexes.getLast();
        String last = index >= 0 ? String.valueOf(index) : key;
        return before.isEmpty() || last.isEmpty() ? before + last : before + "/" + last;
    }

    private static final class Level {

        private final int indent;
        private final String path;
        /** How many items of it there were so far, if it is a list. */
        private int items;

        Level(int indent, String path) {
            this.indent = indent;
            this.path = path;
        }
    }

    /** Block style, as kubectl writes it: keys by their indentation, and a dash before each item of a list. */
    private void yaml(List<String> lines) {
        Deque<Level> levels = new ArrayDeque<>();
        for (String line : lines) {
            String text = line.stripLeading();
            int indent = line.length() - text.length();
            while (text.startsWith("- ")) {
                // Items may be as far to the left as the key of their list.
                int dash = indent;
                levels.removeIf(
                        level -> level.indent > dash || (level.indent == dash && level.path.matches(".*/\\d+|\\d+")));
                Level list = levels.isEmpty() ? new Level(-1, "") : levels.getLast();
                if (levels.isEmpty()) {
                    levels.addLast(list);
                }
                levels.addLast(new Level(dash, join(list.path, String.valueOf(list.items++))));
                String rest = text.substring(1).stripLeading();
                indent += text.length() - rest.length();
                text = rest;
            }
            int at = indent;
            levels.removeIf(level -> level.indent >= at);
            int colon = text.indexOf(':');
            String before = levels.isEmpty() ? "" : levels.getLast().path;
            if (colon > 0
                    && (colon == text.length() - 1 || text.charAt(colon + 1) == ' ')
                    && text.lastIndexOf(' ', colon) < 0) {
                String path = join(before, text.substring(0, colon));
                String value = text.substring(colon + 1).strip().replaceAll("^[\"']|[\"']$", "");
                levels.addLast(new Level(indent, path));
                if (!value.isEmpty()) {
                    value(path, value);
                }
            } else if (!text.isEmpty()) {
                value(before, text);
            }
        }
    }

    private static String join(String before, String last) {
        return before.isEmpty() ? last : before + "/" + last;
    }

    private List<Container> containers() {
        Map<String, ContainerFacts> ofPods = new LinkedHashMap<>();
        Map<String, Map<String, String>> states = new LinkedHashMap<>();
        Map<String, ContainerFacts> ofDocker = new LinkedHashMap<>();
        values.forEach((path, value) -> {
            Matcher state = STATE.matcher(path);
            if (state.matches()) {
                states.computeIfAbsent(
                                state.group(1) + "\n" + (state.group(2) == null ? "" : state.group(2)) + "\n"
                                        + state.group(3),
                                at -> new LinkedHashMap<>())
                        .put(state.group(4), value);
            } else if (!docker(path, value, ofDocker)) {
                ofPod(path, value, ofPods);
            }
        });
        states.forEach((at, parts) -> {
            String[] where = at.split("\n", -1);
            StateFacts facts =
                    new StateFacts(where[2].substring(0, 1).toUpperCase(Locale.ROOT) + where[2].substring(1));
            parts.forEach(facts::put);
            ContainerFacts container = ofPods.computeIfAbsent(where[0], root -> new ContainerFacts());
            if (parts.containsKey("containerID")) {
                container.id(parts.getOrDefault("containerID", ""));
            }
            if (where[1].equals("state")) {
                container.state(facts);
            } else {
                container.last(facts);
            }
        });
        options.forEach((root, found) -> Stream.of(ofPods, ofDocker)
                .filter(all -> all.containsKey(root))
                .forEach(all -> all.get(root).add(found)));
        List<Container> all = new ArrayList<>();
        ofDocker.values().stream()
                .filter(ContainerFacts::isOfEnd)
                .map(facts -> facts.container(Reporter.DOCKER, Pod.NONE))
                .forEach(all::add);
        all.addAll(ofPods(ofPods));
        return all;
    }

    /** Of Docker and Podman, which differ in nothing here. */
    private boolean docker(String path, String value, Map<String, ContainerFacts> containers) {
        Matcher of = OF_DOCKER.matcher(path);
        if (!of.matches()) {
            return false;
        }
        ContainerFacts container = containers.computeIfAbsent(of.group(1), root -> new ContainerFacts());
        switch (of.group(2)) {
            case "HostConfig/Memory" -> {
                container.limit(value.equals("0") ? "" : value);
                if (value.equals("0")) {
                    container.unlimited();
                }
            }
            case "RestartCount" -> container.restarts(value);
            case "Name" -> container.name(value.startsWith("/") ? value.substring(1) : value);
            case "Id" -> container.id(value);
            default -> stateOfDocker(of.group(1), container);
        }
        return true;
    }

    private void stateOfDocker(String root, ContainerFacts container) {
        String prefix =
                root + (values.keySet().stream().anyMatch(path -> path.startsWith(root + "State/")) ? "State/" : "");
        String status = values.getOrDefault(prefix + "Status", "").toLowerCase(Locale.ROOT);
        boolean running = status.isEmpty()
                ? values.getOrDefault(prefix + "Running", "false").equals("true")
                : Set.of("running", "paused", "created", "restarting", "configured")
                        .contains(status);
        String killed = values.getOrDefault(prefix + "OOMKilled", "");
        // One that runs has the status of its last run, and 0 before any.
        boolean ended = !running || status.equals("restarting");
        StateFacts facts = new StateFacts(ended ? "Terminated" : "Running");
        facts.put("outOfMemory", killed);
        if (ended) {
            facts.put("exitCode", values.getOrDefault(prefix + "ExitCode", ""));
            facts.put("finishedAt", values.getOrDefault(prefix + "FinishedAt", ""));
            facts.put("message", values.getOrDefault(prefix + "Error", ""));
        }
        facts.put("startedAt", values.getOrDefault(prefix + "StartedAt", ""));
        container.state(facts);
    }

    private static void ofPod(String path, String value, Map<String, ContainerFacts> containers) {
        Matcher of = OF_POD.matcher(path);
        String root = of.matches() ? path.substring(0, of.start(3)) : "";
        String part = of.matches() ? of.group(3) : path;
        if (!of.matches() && !part.matches("(?:resources/)?(?:limits|requests)/memory|restartCount|containerID")) {
            return;
        }
        ContainerFacts container = containers.computeIfAbsent(root, at -> new ContainerFacts());
        switch (part) {
            case "name" -> container.name(value);
            case "containerID" -> container.id(value);
            case "restartCount" -> container.restarts(value);
            case "resources/limits/memory", "limits/memory" -> container.limit(value);
            case "resources/requests/memory", "requests/memory" -> container.request(value);
            default -> {}
        }
    }

    /** The status of each container with its specification, which are apart. */
    private List<Container> ofPods(Map<String, ContainerFacts> found) {
        Map<String, ContainerFacts> byName = new LinkedHashMap<>();
        Map<String, String> pods = new LinkedHashMap<>();
        found.forEach((root, facts) -> {
            Matcher of = OF_POD.matcher(root);
            String pod = of.matches() ? of.group(1) : "";
            String key = pod + "\n" + (facts.name().isEmpty() ? root : facts.name());
            pods.put(key, pod);
            ContainerFacts known = byName.putIfAbsent(key, facts);
            if (known != null) {
                known.add(facts);
            }
        });
        List<Container> all = new ArrayList<>();
        Set<String> evicted = new LinkedHashSet<>();
        values.forEach((path, value) -> {
            if (path.endsWith("status/reason") && value.equals("Evicted")) {
                evicted.add(path.substring(0, path.length() - "status/reason".length()));
            }
        });
        byName.forEach((key, facts) -> {
            String pod = pods.getOrDefault(key, "");
            if (facts.isOfEnd() || evicted.remove(pod)) {
                all.add(facts.container(Reporter.KUBERNETES, pod(pod)));
            }
        });
        evicted.forEach(pod -> all.add(new ContainerFacts().container(Reporter.KUBERNETES, pod(pod))));
        return all;
    }

    private Pod pod(String root) {
        return new Pod(
                values.getOrDefault(root + "metadata/name", ""),
                values.getOrDefault(root + "status/reason", ""),
                values.getOrDefault(root + "status/message", ""),
                values.values().stream().anyMatch(value -> PROBE.matcher(value).matches()) ? List.of("") : List.of());
    }
}
