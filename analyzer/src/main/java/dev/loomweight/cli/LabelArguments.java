package dev.loomweight.cli;

import dev.loomweight.capture.CaptureLabels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The values of {@code --label}. */
final class LabelArguments {

    private LabelArguments() {}

    /**
     * The labels that were given.
     *
     * @throws ParameterException if one is none, or if there are too many
     */
    static Map<String, String> parse(CommandLine command, List<String> written) {
        Map<String, String> labels = new LinkedHashMap<>();
        try {
            written.forEach(label -> CaptureLabels.add(label, labels));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--label: " + e.getMessage(), e);
        }
        return labels;
    }
}
