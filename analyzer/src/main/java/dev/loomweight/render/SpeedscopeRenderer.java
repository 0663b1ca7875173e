package dev.loomweight.render;

import dev.loomweight.render.stacks.StackPaths;
import dev.loomweight.report.Block;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of a report for speedscope, by its <a
 * href="https://www.speedscope.app/file-format-schema.json">file format</a>: each tree is one sampled profile, weighed in
 * nanoseconds, or by the number of events where it has no times.
 */
final class SpeedscopeRenderer implements Renderer {

    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /** A tree, by the numbers of its frames. */
    private record Profile(String name, boolean timed, List<int[]> samples, List<Long> weights) {}

    @Override
    public void render(Report report, Appendable out) throws IOException {
        Map<String, Integer> frames = new LinkedHashMap<>();
        List<Profile> profiles = new ArrayList<>();
        for (Section section : report.sections()) {
            for (Block block : section.blocks()) {
                if (block instanceof StackTree tree) {
                    profiles.add(profile(tree, frames));
                }
            }
        }
        JsonOutput json = new JsonOutput(out, "");
        json.beginObject();
        json.name("$schema").value(SCHEMA);
        json.name("exporter").value("loomweight");
        json.name("name").value(SafeText.of(report.title()));
        json.name("shared").beginObject();
        json.objects(
                "frames", frames.keySet(), (String frame) -> json.name("name").value(frame));
        json.endObject();
        json.objects("profiles", profiles, (Profile profile) -> write(profile, json));
        json.endObject();
        json.flush();
        out.append('\n');
    }

    private static Profile profile(StackTree tree, Map<String, Integer> frames) throws IOException {
        boolean timed = StackPaths.areTimed(tree);
        List<int[]> samples = new ArrayList<>();
        List<Long> weights = new ArrayList<>();
        StackPaths.forEach(tree.whole().roots(), (path, count, nanos) -> {
            samples.add(path.reversed().stream()
                    .filter(node -> node.marker() != StackTree.Marker.GROUP)
                    .mapToInt(node -> frames.computeIfAbsent(SafeText.of(node.label()), label -> frames.size()))
                    .toArray());
            weights.add(timed ? nanos : count);
        });
        return new Profile(SafeText.of(tree.whole().title()), timed, samples, weights);
    }

    private static void write(Profile profile, JsonOutput json) throws IOException {
        json.name("type").value("sampled");
        json.name("name").value(profile.name());
        json.name("unit").value(profile.timed() ? "nanoseconds" : "none");
        json.name("startValue").value(0);
        json.name("endValue")
                .value(profile.weights().stream().mapToDouble(Long::doubleValue).sum());
        json.array("samples", profile.samples(), (int[] sample) -> {
            json.beginArray();
            for (int frame : sample) {
                json.value(frame);
            }
            json.endArray();
        });
        json.array("weights", profile.weights(), json::value);
    }
}
