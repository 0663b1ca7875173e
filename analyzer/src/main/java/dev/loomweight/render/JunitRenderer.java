package dev.loomweight.render;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.util.Locale;

/**
 * The findings of a report as test results in JUnit's XML: a suite for each section, a test for each finding. A problem or a warning is a failure; a remark is a test that passed, and so is a
 * section that found nothing.
 */
final class JunitRenderer implements Renderer {

    @Override
    public void render(Report report, Appendable out) throws IOException {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for (Section section : report.sections()) {
            write(report, section, out);
        }
        out.append("</testsuites>\n");
    }

    private static void write(Report report, Section section, Appendable out) throws IOException {
        String suite = "loomweight." + report.command() + "." + section.id();
        out.append("  <testsuite name=\"").append(Xml.of(suite));
        out.append("\" tests=\"")
                .append(Integer.toString(Math.max(1, section.findings().size())));
        out.append("\" failures=\"")
                .append(Long.toString(section.findings().stream()
                        .filter(JunitRenderer::isFailure)
                        .count()));
        out.append("\" errors=\"0\" skipped=\"0\" time=\"0\">\n");
        for (Finding finding : section.findings()) {
            write(suite, finding, out);
        }
        if (section.findings().isEmpty()) {
            out.append("    <testcase classname=\"")
                    .append(Xml.of(suite))
                    .append("\" name=\"no findings\" time=\"0\"/>\n");
        }
        out.append("  </testsuite>\n");
    }

    private static boolean isFailure(Finding finding) {
        return finding.severity() != Severity.INFO;
    }

    private static void write(String suite, Finding finding, Appendable out) throws IOException {
        Place place = finding.place();
        String name = place == null ? finding.id() : finding.id() + " " + place.className() + "." + place.methodName();
        out.append("    <testcase classname=\"").append(Xml.of(suite));
        out.append("\" name=\"").append(Xml.of(name)).append("\" time=\"0\">\n");
        if (isFailure(finding)) {
            out.append("      <failure type=\"")
                    .append(finding.severity().name().toLowerCase(Locale.ROOT));
            out.append("\" message=\"").append(Xml.of(finding.summary())).append("\">");
            writeDetails(finding, out);
            out.append("</failure>\n");
        } else {
            out.append("      <system-out>").append(Xml.of(finding.summary())).append('\n');
            writeDetails(finding, out);
            out.append("</system-out>\n");
        }
        out.append("    </testcase>\n");
    }

    private static void writeDetails(Finding finding, Appendable out) throws IOException {
        Place place = finding.place();
        if (place != null) {
            String method = place.className() + "." + place.methodName();
            out.append(Xml.of(method)).append(" in ").append(Xml.of(place.path()));
            out.append(place.line() > 0 ? ":" + place.line() : "").append('\n');
        }
        if (!finding.explanation().isBlank()) {
            out.append(Xml.of(finding.explanation())).append('\n');
        }
        if (!finding.solution().isBlank()) {
            out.append("→ ").append(Xml.of(finding.solution())).append('\n');
        }
    }

    /** Escapes text for XML. */
    private static final class Xml {

        private static String of(String text) {
            return SafeText.of(text)
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("\"", "&quot;");
        }
    }
}
