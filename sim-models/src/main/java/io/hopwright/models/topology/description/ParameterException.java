package io.hopwright.models.topology.description;

/** Error in a parameter of a family of networks, such as {@code extents}. */
public final class ParameterException extends DescriptionException {
  private static final long serialVersionUID = 1;

  private final String parameter;

  /**
   * Creates the exception.
   *
   * @param family name of the family
   * @param parameter name of the parameter
   * @param what error of the parameter, and the remedy
   */
  public ParameterException(String family, String parameter, String what) {
    super(family + ": " + parameter + " " + what);
    this.parameter = parameter;
  }

  /** Returns the name of the parameter. */
  public String parameter() {
    return parameter;
  }
}
