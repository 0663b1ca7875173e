package dev.loomweight.threads.random;

import dev.loomweight.threads.random.program.Scene.Closed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is so of a random program.
 *
 * @param scenes its scenes
 * @param sites where the threads that hang stand in the program, as {@code File.java:12}, by their names
 */
record Truth(List<Scene> scenes, Map<String, String> sites) {

    private static final Pattern SCENE =
            Pattern.compile("scene (\\d+) (\\S+) (hung|healthy) (NO|LIVE|HEAP) right=(\\S*)"
                    + " perhaps=(\\S*) carriers=(\\d+) of=(\\S*) members=(\\S*) others=(\\S*)");
    private static final Pattern SITE = Pattern.compile("at (\\S+) (\\S+)");
    private static final Pattern NAME = Pattern.compile("\\bs(\\d+)-[a-z]+-\\d+");

    /**
     * A scene.
     *
     * @param number its number, which the names of its threads begin with
     * @param kind what it is of
     * @param hung whether it hangs; otherwise it is healthy
     * @param closed where all facts of the hang can be observed
     * @param right the verdicts that are right
     * @param perhaps those that may be given as possible
     * @param carriers how many carriers the program has, where the scene takes them; else 0
     * @param details what was drawn
     * @param members its threads that hang, where it does
     * @param virtual those of its threads that are virtual
     */
    record Scene(
            int number,
            String kind,
            boolean hung,
            Closed closed,
            Set<String> right,
            Set<String> perhaps,
            int carriers,
            String details,
            Set<String> members,
            Set<String> virtual) {

        /** Its kind in lists of failures. */
        String label() {
            return kind + (hung ? "" : " (healthy)");
        }
    }

    static Truth read(Path file) throws IOException {
        List<Scene> scenes = new ArrayList<>();
        Map<String, String> sites = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            Matcher scene = SCENE.matcher(line);
            Matcher site = SITE.matcher(line);
            if (scene.matches()) {
                scenes.add(scene(scene));
            } else if (site.matches()) {
                sites.put(site.group(1), site.group(2));
            }
        }
        return new Truth(scenes, sites);
    }

    private static Scene scene(Matcher line) {
        Set<String> all = Stream.of(line.group(9), line.group(10))
                .flatMap(names -> words(names).stream())
                .collect(Collectors.toSet());
        return new Scene(
                Integer.parseInt(line.group(1)),
                line.group(2),
                line.group(3).equals("hung"),
                Closed.valueOf(line.group(4)),
                words(line.group(5)),
                words(line.group(6)),
                Integer.parseInt(line.group(7)),
                line.group(8),
                words(line.group(9)).stream().map(Truth::name).collect(Collectors.toSet()),
                all.stream()
                        .filter(name -> name.endsWith("+v"))
                        .map(Truth::name)
                        .collect(Collectors.toSet()));
    }

    private static String name(String word) {
        return word.replace("+v", "");
    }

    private static Set<String> words(String list) {
        return Stream.of(list.split(",")).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    }

    /** The names of threads of scenes in a text. */
    static Set<String> names(String text) {
        return NAME.matcher(text).results().map(found -> found.group()).collect(Collectors.toSet());
    }

    /** The scenes that threads belong to. */
    Set<Scene> of(Set<String> names) {
        return scenes.stream()
                .filter(scene -> names.stream().anyMatch(name -> name.startsWith("s" + scene.number() + "-")))
                .collect(Collectors.toSet());
    }

    /** Whether nothing of it hangs. */
    boolean isHealthy() {
        return scenes.stream().noneMatch(Scene::hung);
    }
}
