package dev.loomweight.render;

import dev.loomweight.render.stacks.StackProfiles;
import dev.loomweight.render.stacks.StackProfiles.Frame;
import dev.loomweight.render.stacks.StackProfiles.Profile;
import dev.loomweight.render.stacks.StackProfiles.Sample;
import dev.loomweight.report.Report;
import dev.loomweight.report.WriterVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The stacks of a report as profiles of OpenTelemetry, in the JSON of OTLP: the message {@code ProfilesData} of the version
 * that {@link #VERSION} names. Profiles are in development there, and change: between 1.9 and 1.10 the numbers of fields
 * did, their names, which JSON has, did not.
 */
final class OtlpRenderer implements Renderer {

    /** The definition that the file keeps to, and says so. */
    static final String VERSION = "opentelemetry-proto 1.10.0, opentelemetry.proto.profiles.v1development";

    @Override
    public void render(Report report, Appendable out) throws IOException {
        StackProfiles profiles = StackProfiles.of(report);
        StackProfiles.Texts texts = new StackProfiles.Texts();
        // By number; the first of each table stands for none.
        Map<List<Integer>, Integer> stacks = new LinkedHashMap<>();
        stacks.put(List.of(), 0);
        Map<List<String>, Integer> functions = new LinkedHashMap<>();
        functions.put(List.of("", ""), 0);
        JsonOutput json = new JsonOutput(out, "");
        json.beginObject();
        json.name("resourceProfiles").beginArray().beginObject();
        json.name("resource").beginObject().endObject();
        json.name("scopeProfiles").beginArray().beginObject();
        scope(json);
        json.objects("profiles", profiles.profiles(), (Profile profile) -> {
            json.name("sampleType").beginObject();
            json.name("typeStrindex").value(texts.of(profile.measure()));
            json.name("unitStrindex").value(texts.of(profile.unit()));
            json.endObject();
            json.objects("samples", profile.samples(), (Sample sample) -> {
                json.name("stackIndex").value(stacks.computeIfAbsent(sample.frames(), added -> stacks.size()));
                // Numbers of 64 bits are texts in the JSON of Protocol Buffers.
                json.name("values")
                        .beginArray()
                        .value(Long.toString(sample.value()))
                        .endArray();
            });
        });
        json.endObject().endArray().endObject().endArray();
        json.name("dictionary").beginObject();
        json.objects("mappingTable", List.of(0), none -> {});
        json.objects("linkTable", List.of(0), none -> {});
        json.objects("attributeTable", List.of(0), none -> {});
        json.objects("stackTable", new ArrayList<>(stacks.keySet()), (List<Integer> stack) -> {
            json.array("locationIndices", stack, frame -> json.value(frame + 1));
        });
        List<Frame> locations = new ArrayList<>(List.of(new Frame("", "", 0)));
        locations.addAll(profiles.frames());
        json.objects("locationTable", locations, (Frame frame) -> {
            if (!frame.function().isEmpty()) {
                List<String> function = List.of(frame.function(), frame.file());
                json.name("lines").beginArray().beginObject();
                json.name("functionIndex").value(functions.computeIfAbsent(function, added -> functions.size()));
                json.name("line").value(Long.toString(frame.line()));
                json.endObject().endArray();
            }
        });
        json.objects("functionTable", new ArrayList<>(functions.keySet()), (List<String> function) -> {
            json.name("nameStrindex").value(texts.of(function.getFirst()));
            json.name("filenameStrindex").value(texts.of(function.getLast()));
        });
        json.array("stringTable", texts.all(), text -> json.value(SafeText.of(text)));
        json.endObject();
        json.endObject();
        json.flush();
        out.append('\n');
    }

    private static void scope(JsonOutput json) throws IOException {
        json.name("scope").beginObject();
        json.name("name").value("loomweight");
        json.name("version").value(Objects.requireNonNullElse(WriterVersion.get(), ""));
        json.objects("attributes", List.of(VERSION), version -> {
            json.name("key").value("otlp.profiles.version");
            json.name("value").beginObject().name("stringValue").value(version).endObject();
        });
        json.endObject();
    }
}
