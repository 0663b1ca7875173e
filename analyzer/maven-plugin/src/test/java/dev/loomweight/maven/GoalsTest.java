package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Goals and parameters: described in the page, and held, since POMs name them. */
class GoalsTest {

    // Goal, parameter, type, and its property. A line may be added; one that is removed or changed breaks a POM.
    private static final Path HELD = Path.of("src/test/resources/api/goals.txt");

    private static List<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        NodeList nodes = parent.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            children.add((Element) nodes.item(i));
        }
        return children;
    }

    private static String text(Element parent, String name) {
        return children(parent, name).get(0).getTextContent();
    }

    private static Set<String> goals() throws Exception {
        Document descriptor = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("target/classes/META-INF/maven/plugin.xml").toFile());
        Set<String> goals = new TreeSet<>();
        for (Element mojo : children(descriptor.getDocumentElement(), "mojo")) {
            String goal = text(mojo, "goal");
            goals.add(goal + " in " + text(mojo, "phase"));
            for (Element parameter : children(mojo, "parameter")) {
                if (text(parameter, "editable").equals("true")) {
                    String name = text(parameter, "name");
                    Element set = children(mojo, name).stream().findFirst().orElse(null);
                    String property = set == null ? "" : set.getTextContent();
                    goals.add(goal + " " + name + " " + text(parameter, "type") + " " + property);
                }
            }
        }
        return goals;
    }

    @Test
    void whatPomsNameStays() throws Exception {
        Set<String> goals = goals();
        if (Boolean.getBoolean("loomweight.api.save")) {
            Files.createDirectories(Objects.requireNonNull(HELD.getParent()));
            Files.write(HELD, goals);
        }
        assertThat(goals).containsAll(Files.readAllLines(HELD));
    }

    @Test
    void thePageHasEachParameter() throws Exception {
        String page = Page.of("maven.md").text();
        for (String line : goals()) {
            if (line.contains(" in ")) {
                assertThat(page).contains("| `loomweight:" + line.replace(" in ", "` | `") + "` |");
                continue;
            }
            String[] words = line.split(" ", -1);
            String row = page.lines()
                    .filter(each -> each.startsWith("| `" + words[1] + "`"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("docs/maven.md has no row for " + words[1]));
            if (words[3].startsWith("${")) {
                assertThat(row).contains("| `" + words[3].substring(2, words[3].length() - 1) + "` |");
            }
        }
    }

    @Test
    void thePageNamesNoOtherParameter() throws Exception {
        Set<String> goals = goals();
        List<String> rows = Page.of("maven.md")
                .text()
                .lines()
                .filter(line -> line.matches("\\| `[a-zA-Z]+`( \\(`(check|agent)`\\))? \\|.*"))
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            String name = row.substring(3, row.indexOf('`', 3));
            List<String> of = row.contains("(`check`)")
                    ? List.of("check")
                    : row.contains("(`agent`)") ? List.of("agent") : List.of("check", "report");
            for (String goal : of) {
                assertThat(goals).anyMatch(each -> each.startsWith(goal + " " + name + " "));
            }
        });
    }
}
