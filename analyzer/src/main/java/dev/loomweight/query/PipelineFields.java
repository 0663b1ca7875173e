package dev.loomweight.query;

import dev.loomweight.capture.DataException;
import java.util.ArrayList;
import java.util.List;

/** The fields that a pipeline's steps produce, without running it. */
public final class PipelineFields {

    private PipelineFields() {}

    /**
     * The names of the fields for the next step.
     *
     * @param text a line up to the bar before the next step
     * @param ofSource the names of the fields of its source
     * @return the fields of the source where the steps cannot be parsed
     */
    public static List<String> after(String text, List<String> ofSource) {
        Pipeline pipeline;
        try {
            pipeline = PipelineParser.parse(text);
        } catch (DataException e) {
            return ofSource;
        }
        List<String> names = ofSource;
        for (Step stage : pipeline.stages()) {
            names = after(stage, names);
        }
        return names;
    }

    private static List<String> after(Step stage, List<String> names) {
        return switch (stage) {
            case Step.Where where -> names;
            case Step.Sort sort -> names;
            case Step.Top top -> names;
            // The fields that the other pipeline adds are not known before it runs.
            case Step.Join join -> names;
            case Step.Overlap overlap -> names;
            case Step.Histogram histogram -> Histogram.FIELDS;
            case Step.Summarize summarize -> Summary.FIELDS;
            case Step.Describe describe -> Summary.DESCRIPTION;
            // The columns are values, which are not known before it runs.
            case Step.Crosstab crosstab -> List.of(full(crosstab.rows(), names), Crosstab.TOTAL);
            case Step.Select select ->
                select.fields().stream()
                        .map(chosen ->
                                chosen.kept().map(field -> full(field, names)).orElse(chosen.as()))
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
