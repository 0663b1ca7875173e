package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import java.util.ArrayList;
import java.util.List;

/** Which fields there are behind the steps of a pipeline, without running it. */
public final class PipelineFields {

    private PipelineFields() {}

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
        for (Step stage : pipeline.stages()) {
            names = behind(stage, names);
        }
        return names;
    }

    private static List<String> behind(Step stage, List<String> names) {
        return switch (stage) {
            case Step.Where where -> names;
            case Step.Sort sort -> names;
            case Step.Top top -> names;
            // Whatever the other pipeline adds is not known before it runs.
            case Step.Join join -> names;
            case Step.Summarize summarize -> Summary.FIELDS;
            case Step.Describe describe -> Summary.DESCRIPTION;
            // The columns are values, which are not known before it runs.
            case Step.Crosstab crosstab -> List.of(full(crosstab.rows(), names), Crosstab.TOTAL);
            case Step.Select select ->
                select.fields().stream()
                        .map(chosen ->
                                chosen.as().equals(chosen.field().name()) ? full(chosen.field(), names) : chosen.as())
                        .toList();
            case Step.Distinct distinct ->
                distinct.fields().isEmpty()
                        ? names
                        : distinct.fields().stream()
                                .map(field -> full(field, names))
                                .toList();
            case Step.Group group -> {
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

    private static String full(FieldName ref, List<String> names) {
        return Names.resolve(ref.name(), names).orElse(ref.name());
    }
}
