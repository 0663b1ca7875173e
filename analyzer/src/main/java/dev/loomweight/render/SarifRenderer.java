package dev.loomweight.render;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings of a report as SARIF 2.1.0, which code hosts show next to the lines of code. Paths are relative to the
 * root of the sources, {@code SRCROOT}: a recording knows packages, not folders of a repository.
 */
final class SarifRenderer implements Renderer {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String SOURCES = "SRCROOT";

    @Override
    public void render(Report report, Appendable out) throws IOException {
        List<Finding> findings = report.sections().stream()
                .map(Section::findings)
                .flatMap(List::stream)
                .toList();
        Map<String, Integer> rules = new LinkedHashMap<>();
        findings.forEach(finding -> rules.putIfAbsent(SafeText.of(finding.id()), rules.size()));
        JsonOutput json = new JsonOutput(out, "  ");
        json.beginObject();
        json.name("$schema").value(SCHEMA);
        json.name("version").value("2.1.0");
        json.name("runs").beginArray().beginObject();
        json.name("tool").beginObject().name("driver").beginObject();
        json.name("name").value("loomweight");
        json.objects("rules", rules.keySet(), (String rule) -> json.name("id").value(rule));
        json.endObject().endObject();
        json.name("originalUriBaseIds").beginObject();
        json.name(SOURCES).beginObject();
        writeText("description", "The root of the sources.", json);
        json.endObject().endObject();
        json.name("columnKind").value("utf16CodeUnits");
        json.objects("results", findings, (Finding finding) -> write(finding, rules, json));
        json.endObject().endArray();
        json.endObject();
        json.flush();
        out.append('\n');
    }

    private static void write(Finding finding, Map<String, Integer> rules, JsonOutput json) throws IOException {
        String rule = SafeText.of(finding.id());
        json.name("ruleId").value(rule);
        json.name("ruleIndex").value(rules.get(rule));
        json.name("level")
                .value(
                        switch (finding.severity()) {
                            case INFO -> "note";
                            case WARNING -> "warning";
                            case PROBLEM -> "error";
                        });
        writeText("message", message(finding), json);
        Place place = finding.place();
        if (place != null) {
            json.name("locations").beginArray().beginObject();
            json.name("physicalLocation").beginObject();
            json.name("artifactLocation").beginObject();
            json.name("uri").value(uri(place.path()));
            json.name("uriBaseId").value(SOURCES);
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
