package dev.loomweight.maven;

import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.config.Options;
import japicmp.model.AccessModifier;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import japicmp.model.JApiCompatibilityChange;
import japicmp.model.JApiCompatibilityChangeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javassist.CtMethod;
import javassist.bytecode.AnnotationDefaultAttribute;

/**
 * The part of an artifact that others may call, and that stays.
 *
 * @param artifact its name
 * @param module the folder that it is made in
 * @param packages the packages that are held, or single classes
 * @param onlyCalled names of interfaces that nobody else implements: these may get more methods
 */
record Api(String artifact, String module, List<String> packages, Set<String> onlyCalled) {

    /** What the last release had; scripts/release api writes it. */
    static final Path HELD = Path.of("src/test/resources/api");

    /** What to do where it breaks. */
    static final String ADVICE =
            "incompatible with the last release; keep the old next to the new, and mark it @Deprecated";

    /** Those of all artifacts that are published, the plug-in for Maven apart, whose goals are held. */
    static final List<Api> ALL = List.of(
            new Api(
                    "loomweight-agent",
                    "agent",
                    List.of("dev.loomweight.agent.AgentEntry", "dev.loomweight.agent.LoomweightMXBean"),
                    Set.of("dev.loomweight.agent.LoomweightMXBean")),
            new Api("loomweight-junit", "agent/junit", List.of("dev.loomweight.junit"), Set.of()),
            new Api("loomweight-kernel", "analyzer/kernel", List.of("dev.loomweight.report"), Set.of()),
            new Api("loomweight-analyzer", "analyzer", List.of("dev.loomweight.cli.Loomweight"), Set.of()),
            new Api("loomweight-spark", "analyzer/spark", List.of("dev.loomweight.spark"), Set.of()));

    /** Where its class files are, if it was built. */
    Path classes() {
        return Checkout.ROOT.resolve(module).resolve("target/classes");
    }

    /**
     * What it breaks of the last release.
     *
     * @param place its class files: a folder or a jar
     */
    List<String> breaks(Path place) throws IOException {
        Path held = HELD.resolve(artifact + ".jar");
        byte[] now = Signatures.of(place, this::holds);
        if (Boolean.getBoolean("loomweight.api.save")) {
            Files.createDirectories(HELD);
            Files.write(held, now);
        }
        return breaks(Files.readAllBytes(held), now);
    }

    /** Whether a class is held. */
    boolean holds(String type) {
        int dot = type.lastIndexOf('.');
        return packages.contains(type) || packages.contains(dot < 0 ? "" : type.substring(0, dot));
    }

    /**
     * What a caller of the earlier one would notice when compiling or running.
     *
     * @param before as made by {@link Signatures}
     * @param after the same
     */
    List<String> breaks(byte[] before, byte[] after) {
        Options options = Options.newDefault();
        options.setIgnoreMissingClasses(true);
        options.setAccessModifier(AccessModifier.PROTECTED);
        JarArchiveComparator comparator = new JarArchiveComparator(JarArchiveComparatorOptions.of(options));
        List<JApiClass> types = comparator.compare(
                new JApiCmpArchive(before, artifact, "before"), new JApiCmpArchive(after, artifact, "after"));
        List<String> breaks = new ArrayList<>();
        for (JApiClass type : types) {
            String name = type.getFullyQualifiedName();
            add(breaks, name, name, type);
            type.getInterfaces().forEach(each -> add(breaks, name, each.getFullyQualifiedName(), each));
            add(breaks, name, "superclass", type.getSuperclass());
            type.getFields().forEach(each -> add(breaks, name, each.getName(), each));
            type.getConstructors().forEach(each -> add(breaks, name, each.getName(), each));
            type.getMethods().stream()
                    .filter(each -> each.getOldMethod().isPresent()
                            || !each.getNewMethod().map(Api::isOptional).orElse(false))
                    .forEach(each -> add(breaks, name, each.getName(), each));
        }
        return breaks;
    }

    /** An element of an annotation that has a default: who writes the annotation need not name it. */
    private static boolean isOptional(CtMethod method) {
        return method.getDeclaringClass().isAnnotation()
                && method.getMethodInfo().getAttribute(AnnotationDefaultAttribute.tag) != null;
    }

    private void add(List<String> breaks, String type, String member, JApiCompatibility compatibility) {
        for (JApiCompatibilityChange change : compatibility.getCompatibilityChanges()) {
            boolean more = change.getType() == JApiCompatibilityChangeType.METHOD_ADDED_TO_INTERFACE
                    && onlyCalled.contains(type);
            if (!more && !(change.isBinaryCompatible() && change.isSourceCompatible())) {
                breaks.add(change.getType() + " " + (member.equals(type) ? type : type + ": " + member));
            }
        }
    }
}
