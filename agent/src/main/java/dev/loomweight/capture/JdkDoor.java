package dev.loomweight.capture;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The door to what the JDK keeps to itself, which the instrumentation opens. What is behind it can be different on any JDK,
 * so that whoever uses it goes on without.
 */
public final class JdkDoor {

    private JdkDoor() {}

    /**
     * Opens packages to this program.
     *
     * @param inside a class of the module that they are in
     * @throws RuntimeException if that module has no such package
     */
    public static void open(Instrumentation instrumentation, Class<?> inside, String... packages) {
        Set<Module> self = Set.of(JdkDoor.class.getModule());
        Map<String, Set<Module>> opened = Arrays.stream(packages).collect(Collectors.toMap(name -> name, name -> self));
        instrumentation.redefineModule(inside.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
    }
}
