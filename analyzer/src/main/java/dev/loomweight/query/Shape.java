package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import java.util.ArrayList;
import java.util.List;

/** Which fields there are behind the steps of a pipeline, without running it. */
public final class Shape {

    private Shape() {}

    /**
     * The names of the fields that the next step would get.
     *
     * @param text a line up to where a step would begin, without the bar
     * @param ofSource the names of the fields of its source
     * @return those of the source where the steps cannot be read
     */
    public static List<String> behind(String text, List<String> ofSource) {
        Pipeline pipeline;
        try {
            pipeline = PipelineParser.parse(text);
        } catch (DataException e) {
            return ofSource;
        }
        List<String> names = ofSource;
        for (Stage stage : pipeline.stages()) {
            names = behind(stage, names);
        }
        return names;
    }

    private static List<String> behind(Stage stage, List<String> names) {
        return switch (stage) {
            case Stage.Where where -> names;
            case Stage.Sort sort -> names;
            case Stage.Top top -> names;
            // Whatever the other pipeline adds is not known before it runs.
            case Stage.Join join -> names;
            case Stage.Select select ->
                select.fields().stream()
                        .map(chosen ->
                                chosen.as().equals(chosen.field().name()) ? full(chosen.field(), names) : chosen.as())
                        .toList();
            case Stage.Distinct distinct ->
                distinct.fields().isEmpty()
                        ? names
                        : distinct.fields().stream()
                                .map(field -> full(field, names))
                                .toList();
            case Stage.Group group -> {
                List<String> made = new ArrayList<>();
                if (group.bucket() != null) {
                    made.add(Grouping.BUCKET);
                }
                group.keys().forEach(key -> made.add(full(key, names)));
                group.aggregates().forEach(aggregate -> made.add(aggregate.name()));
                yield made;
            }
        };
    }

    private static String full(Ref ref, List<String> names) {
        return Names.resolve(ref.name(), names).orElse(ref.name());
    }
}
