package dev.loomweight.render;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.WriterVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a report as SARIF 2.1.0, which code hosts show next to the lines of code. A finding about a place in
 * code is a result; any other is a notification of the run, since code hosts refuse a file with a result that has no
 * file. The path of a place that is in the repository is relative to its root, {@code %SRCROOT%}; of any other, a
 * recording knows the package alone: its path is below {@code SRCROOT}.
 */
final class SarifRenderer implements Renderer {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String PACKAGES = "SRCROOT";
    private static final String REPOSITORY = "%SRCROOT%";

    private final Function<Place, @Nullable String> files;
    private final @Nullable String version;

    /**
     * A renderer.
     *
     * @param files the path of a place from the root of the repository, with slashes; null where it is not known
     */
    SarifRenderer(Function<Place, @Nullable String> files) {
        this(files, WriterVersion.get());
    }

    /** @param version of Loomweight, which code hosts show with the findings; null where it is not known */
    SarifRenderer(Function<Place, @Nullable String> files, @Nullable String version) {
        this.files = files;
        this.version = version;
    }

    @Override
    public void render(Report report, Appendable out) throws IOException {
        List<Finding> all = report.sections().stream()
                .map(Section::findings)
                .flatMap(List::stream)
                .toList();
        List<Finding> findings =
                all.stream().filter(finding -> finding.place() != null).toList();
        List<Finding> notifications =
                all.stream().filter(finding -> finding.place() == null).toList();
        Map<String, Integer> rules = new LinkedHashMap<>();
        findings.forEach(finding -> rules.putIfAbsent(SafeText.of(finding.id()), rules.size()));
        JsonOutput json = new JsonOutput(out, "  ");
        json.beginObject();
        json.name("$schema").value(SCHEMA);
        json.name("version").value("2.1.0");
        json.name("runs").beginArray().beginObject();
        json.name("tool").beginObject().name("driver").beginObject();
        json.name("name").value("loomweight");
        if (version != null) {
            json.name("version").value(SafeText.of(version));
        }
        json.objects("rules", rules.keySet(), (String rule) -> json.name("id").value(rule));
        json.endObject().endObject();
        writeBases(findings, json);
        json.name("columnKind").value("utf16CodeUnits");
        if (!notifications.isEmpty()) {
            json.name("invocations").beginArray().beginObject();
            json.name("executionSuccessful").value(true);
            json.objects("toolExecutionNotifications", notifications, (Finding finding) -> {
                json.name("descriptor")
                        .beginObject()
                        .name("id")
                        .value(SafeText.of(finding.id()))
                        .endObject();
                writeMessage(finding, json);
            });
            json.endObject().endArray();
        }
        json.objects("results", findings, (Finding finding) -> write(finding, rules, json));
        json.endObject().endArray();
        json.endObject();
        json.flush();
        out.append('\n');
    }

    /** What paths are relative to: always the packages, and the repository where a file of it is named. */
    private void writeBases(List<Finding> findings, JsonOutput json) throws IOException {
        json.name("originalUriBaseIds").beginObject();
        json.name(PACKAGES).beginObject();
        writeText("description", "The root of the sources.", json);
        json.endObject();
        if (findings.stream().map(Finding::place).anyMatch(place -> place != null && files.apply(place) != null)) {
            json.name(REPOSITORY).beginObject();
            writeText("description", "The root of the repository.", json);
            json.endObject();
        }
        json.endObject();
    }

    private static void writeMessage(Finding finding, JsonOutput json) throws IOException {
        json.name("level")
                .value(
                        switch (finding.severity()) {
                            case INFO -> "note";
                            case WARNING -> "warning";
                            case PROBLEM -> "error";
                        });
        writeText("message", message(finding), json);
    }

    private void write(Finding finding, Map<String, Integer> rules, JsonOutput json) throws IOException {
        String rule = SafeText.of(finding.id());
        json.name("ruleId").value(rule);
        json.name("ruleIndex").value(rules.get(rule));
        writeMessage(finding, json);
        Place place = finding.place();
        if (place != null) {
            String file = files.apply(place);
            json.name("locations").beginArray().beginObject();
            json.name("physicalLocation").beginObject();
            json.name("artifactLocation").beginObject();
            json.name("uri").value(uri(file == null ? place.path() : file));
            json.name("uriBaseId").value(file == null ? PACKAGES : REPOSITORY);
            json.endObject();
            if (place.line() > 0) {
                json.name("region")
                        .beginObject()
                        .name("startLine")
                        .value(place.line())
                        .endObject();
            }
            json.endObject();
            json.name("logicalLocations").beginArray().beginObject();
            json.name("fullyQualifiedName").value(SafeText.of(place.className() + "." + place.methodName()));
            json.name("kind").value("function");
            json.endObject().endArray();
            json.endObject().endArray();
            // Without the line, so that an edit above does not make it a new finding.
            json.name("partialFingerprints").beginObject();
            json.name("method/v1").value(rule + ":" + SafeText.of(place.className() + "." + place.methodName()));
            json.endObject();
        }
    }

    private static String message(Finding finding) {
        StringBuilder message = new StringBuilder(SafeText.of(finding.summary()));
        for (String more : List.of(finding.explanation(), finding.solution())) {
            if (!more.isBlank()) {
                message.append(message.isEmpty() ? "" : "\n").append(SafeText.of(more));
            }
        }
        return message.toString();
    }

    private static void writeText(String name, String text, JsonOutput json) throws IOException {
        json.name(name).beginObject().name("text").value(text).endObject();
    }

    /** A relative reference, percent-encoded, including colons. */
    private static String uri(String path) {
        StringBuilder uri = new StringBuilder();
        for (byte b : SafeText.of(path).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || "/-._~$".indexOf(c) >= 0) {
                uri.append(c);
            } else {
                uri.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return uri.toString();
    }
}
