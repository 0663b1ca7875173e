package dev.loomweight.cli;

import dev.loomweight.capture.CaptureLabels;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What captures, fold files and recordings are of, by labels that are given on the command line. */
final class LabelArguments extends Arguments {

    private final Several<String> written = several(
            String.class,
            option(
                    "--label",
                    "NAME=VALUE",
                    "What it is of, such as service=checkout, for loomweight fleet; repeatable. Captures take labels of"
                            + " OTEL_RESOURCE_ATTRIBUTES and of Kubernetes' downward API without it."));

    /**
     * The labels that were given, by name.
     *
     * @throws ParameterException if one is none, or if there are too many
     */
    Map<String, String> labels(CommandLine command) {
        Map<String, String> labels = new TreeMap<>();
        try {
            written.get().forEach(label -> CaptureLabels.add(label, labels));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--label: " + e.getMessage(), e);
        }
        return labels;
    }
}
