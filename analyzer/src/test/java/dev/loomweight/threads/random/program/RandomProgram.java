package dev.loomweight.threads.random.program;

import dev.loomweight.threads.random.program.SceneKind.Is;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A program of one to four scenes that a seed decides, and the truth about it. As {@code main} of a JVM of its own, with the
 * seed, it prints {@code READY} when all of its threads stand where they stay, and ends when its standard input does.
 */
public final class RandomProgram {

    /** Printed when all stand. */
    public static final String READY = "READY";

    private static final int MAX_SCENES = 4;
    private static final int MANY_CARRIERS = 32;

    private final List<Scene> scenes = new ArrayList<>();

    /**
     * The program of a seed.
     *
     * @param feature the feature release of its JDK
     * @param natives whether there is a library with its native methods
     */
    public RandomProgram(long seed, int feature, boolean natives) {
        Random random = new Random((seed * 64 + feature) * 0x9E3779B97F4A7C15L);
        List<SceneKind> kinds = SceneKind.on(feature, natives);
        // Any thirty seeds in a row have every kind.
        SceneKind first = kinds.get((int) Math.floorMod(seed, (long) kinds.size()));
        boolean healthy = first.is(Is.HEALTHY) && (!first.is(Is.HUNG) || random.nextInt(3) == 0);
        List<SceneKind> chosen = new ArrayList<>();
        chosen.add(first);
        int count = 1 + random.nextInt(MAX_SCENES);
        while (chosen.size() < count) {
            SceneKind kind = kinds.get(random.nextInt(kinds.size()));
            if (!kind.is(Is.ON_CARRIERS)
                    && !kind.is(Is.RARE)
                    && (!healthy || kind.is(Is.HEALTHY))
                    && !(kind.is(Is.ON_OWN_CARRIERS) && first.is(Is.ON_CARRIERS))
                    && !(kind.is(Is.ONCE) && chosen.contains(kind))) {
                chosen.add(kind);
            }
        }
        Scene.Threads threads =
                feature < 21 || chosen.get(0).is(Is.ON_CARRIERS) ? Scene.Threads.PLATFORM : Scene.Threads.MIXED;
        for (SceneKind kind : chosen) {
            boolean hung = !healthy && kind.is(Is.HUNG) && (!kind.is(Is.HEALTHY) || random.nextInt(4) != 0);
            add(new Scene(scenes.size() + 1, kind.name(), hung, threads, feature, random), kind);
        }
        Scene others = new Scene(0, "BYSTANDERS", false, threads, feature, random);
        OtherScenes.bystanders(others);
        scenes.add(others);
    }

    private void add(Scene scene, SceneKind kind) {
        kind.plan(scene);
        scenes.add(scene);
    }

    /** The options of the JVM that it needs. */
    public List<String> options() {
        int carriers = scenes.stream().mapToInt(Scene::carriers).max().orElse(0);
        String most = "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers;
        String usual = "-Djdk.virtualThreadScheduler.parallelism=" + (carriers == 0 ? MANY_CARRIERS : carriers);
        List<String> options = new ArrayList<>(List.of(usual));
        if (carriers > 0) {
            options.add(most);
        }
        if (scenes.stream().anyMatch(scene -> SceneKind.OWN_SCHEDULER.name().equals(scene.kind()))) {
            options.add(OwnSchedulerScenes.OPTION);
        }
        return options;
    }

    /** The truth, a line for each scene. */
    public List<String> truth() {
        return scenes.stream().map(RandomProgram::truth).collect(Collectors.toList());
    }

    private static String truth(Scene scene) {
        return "scene " + scene.number() + " " + scene.kind() + " " + (scene.hung() ? "hung" : "healthy") + " "
                + scene.closed()
                + " right=" + String.join(",", scene.right())
                + " perhaps=" + String.join(",", scene.perhapsToo())
                + " carriers=" + scene.carriers()
                + " of=" + String.join(",", scene.details())
                + " members=" + names(scene, true)
                + " others=" + names(scene, false);
    }

    private static String names(Scene scene, boolean members) {
        return scene.roles().stream()
                .filter(role -> role.member() == members)
                .map(role -> role.name() + (role.virtual() ? "+v" : ""))
                .collect(Collectors.joining(","));
    }

    private void start(PrintStream out) throws Exception {
        Stage stage = new Stage();
        for (Scene scene : scenes) {
            // Who holds all carriers comes last.
            if (scene.carriers() == 0) {
                scene.start().on(stage);
            }
        }
        for (Scene scene : scenes) {
            if (scene.carriers() > 0) {
                scene.start().on(stage);
            }
        }
        for (Scene scene : scenes) {
            for (Role role : scene.roles()) {
                Thread thread = stage.started().get(role.name());
                if (scene.hung() && role.member() && thread != null) {
                    out.println("at " + role.name() + " " + Stage.site(thread));
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int feature = Runtime.version().feature();
        RandomProgram program =
                new RandomProgram(Long.parseLong(args[0]), feature, System.getProperty(Natives.LIBRARY) != null);
        program.start(System.out);
        System.out.println(READY);
        System.out.flush();
        while (System.in.read() >= 0) {
            // Who started it writes nothing, and closes it when done.
        }
        // Threads that hang would keep the JVM alive.
        Runtime.getRuntime().halt(0);
    }
}
