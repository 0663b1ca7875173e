package dev.loomweight.command;

import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class files of the earlier of two builds: those that the user names, or those that its capture names, or else those
 * of the later one.
 *
 * @param classpath the class files that the user names; may be empty
 * @param jdk the home of the JDK that the user names, or null
 */
public record EarlierClasses(
        List<String> classpath, @Nullable Path jdk) {

    /** Nothing is named. */
    public static final EarlierClasses NONE = new EarlierClasses(List.of(), null);

    public EarlierClasses {
        classpath = List.copyOf(classpath);
    }

    /**
     * The same with what a file says, where the user has said nothing.
     *
     * @param found the class files
     * @param home the home of the JDK, or null
     */
    public EarlierClasses orElse(List<String> found, @Nullable Path home) {
        return new EarlierClasses(classpath.isEmpty() ? found : classpath, jdk == null ? home : jdk);
    }

    /** The request for the earlier input, of what the user names; what is missing is that of the later one. */
    PinRequest request(PinRequest later, List<TargetClasses> own) {
        PinRequest named = later.of(classpath, jdk);
        boolean inputs = later.ofInputs();
        return named.orElse(
                inputs && hasClassPath(own) ? List.of() : later.classpath(),
                inputs && hasHome(own) ? null : later.jdk(),
                List.of(),
                0);
    }

    /**
     * What the earlier input names, and of what the later one names, the parts that the earlier does not.
     *
     * @param own what the earlier input names
     * @param later what the later one names
     */
    static List<TargetClasses> targets(List<TargetClasses> own, List<TargetClasses> later) {
        List<TargetClasses> all = new ArrayList<>(own);
        for (TargetClasses target : later) {
            TargetClasses rest = new TargetClasses(
                    target.named(),
                    hasClassPath(own) ? List.of() : target.classPath(),
                    hasHome(own) ? null : target.javaHome(),
                    hasClassPath(own) ? null : target.mainClass(),
                    hasClassPath(own) ? null : target.mainJar(),
                    target.started(),
                    target.jdk());
            if (!rest.isEmpty()) {
                all.add(rest);
            }
        }
        return all;
    }

    private static boolean hasClassPath(List<TargetClasses> own) {
        return own.stream().anyMatch(target -> !target.classPath().isEmpty());
    }

    private static boolean hasHome(List<TargetClasses> own) {
        return own.stream().anyMatch(target -> target.javaHome() != null);
    }
}
