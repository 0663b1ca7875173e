package dev.loomweight.render;

import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports as one self-contained html file with its styles, scripts and chart libraries. The report is in it as JSON, from
 * which the scripts build the page. Its content security policy allows only these scripts, by their digests, and loads
 * nothing.
 */
final class HtmlRenderer implements Renderer {

    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z-]+)@");

    // In the order of their dependencies.
    private static final List<String> LIBRARIES =
            List.of("lib/d3/d3.min.js", "lib/d3-flame-graph/d3-flamegraph.umd.min.js", "lib/uplot/uPlot.iife.min.js");
    private static final List<String> SCRIPTS =
            List.of("dom.js", "format.js", "table.js", "series.js", "bars.js", "graph.js", "flame.js", "page.js");
    private static final List<String> STYLES = List.of("lib/uplot/uPlot.min.css", "page.css");

    @Override
    public void render(Report report, Appendable out) throws IOException {
        List<String> scripts = new ArrayList<>();
        for (String library : LIBRARIES) {
            scripts.add("\n/*\n" + licence(library) + "*/\n" + resource(library));
        }
        StringBuilder own = new StringBuilder("\n");
        SCRIPTS.forEach(script -> own.append(resource(script)));
        scripts.add(own.toString());
        String page = resource("page.html");
        Matcher placeholder = PLACEHOLDER.matcher(page);
        int from = 0;
        while (placeholder.find()) {
            out.append(page, from, placeholder.start());
            from = placeholder.end();
            switch (placeholder.group(1)) {
                case "script-digests" -> out.append(digests(scripts));
                case "styles" -> {
                    for (String style : STYLES) {
                        out.append("<style>\n").append(resource(style)).append("</style>\n");
                    }
                }
                case "scripts" -> {
                    for (String script : scripts) {
                        out.append("<script>").append(script).append("</script>\n");
                    }
                }
                case "report" -> new HtmlData(out).write(report);
                default -> out.append(placeholder.group());
            }
        }
        out.append(page, from, page.length());
    }

    private static String digests(List<String> scripts) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            List<String> digests = new ArrayList<>();
            for (String script : scripts) {
                byte[] digest = sha256.digest(script.getBytes(StandardCharsets.UTF_8));
                digests.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
            }
            return String.join(" ", digests);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String licence(String library) {
        return resource(library.substring(0, library.lastIndexOf('/')) + "/LICENSE");
    }

    /** A file of the page, its last line ended. */
    private static String resource(String name) {
        try (InputStream in = HtmlRenderer.class.getResourceAsStream("page/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks page/" + name);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.endsWith("\n") ? text : text + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
